#!/bin/sh
# A Swiss tournament of 32 in Red Dragon Rising: five rounds, two late entries, two withdrawals, a disputed game that is
# paired on with and adjudicated later, an abandoned game, one that is agreed, one that is given up.
#
# PLAYERS is a program that answers the mails of the games it is given; in a real season that are people, and weeks go
# by at those lines.  Everything is made in the folder in which this runs.
set -eu
. "$(dirname "$0")/common/season.sh"
people="ann=Ann bob=Bob cem=Cem dora=Dora eve=Eve fay=Fay gus=Gus hal=Hal ida=Ida jon=Jon kim=Kim leo=Leo mia=Mia
ned=Ned ole=Ole pia=Pia quin=Quin ria=Ria sam=Sam tea=Tea uma=Uma vic=Vic wim=Wim xan=Xan yan=Yan zac=Zac abe=Abe
bea=Bea cal=Cal deb=Deb"
late="eli=Eli flo=Flo"

for one in $people $late; do echo "${one%%=*} ${one%%=*}@people.example"; done > addresses.txt
mkdir games

# Founding.
set --
for one in $people; do set -- "$@" --player "$one"; done
pbem tournament new cup.json --name swiss --title red-dragon/ready --system swiss --rounds 5 "$@" \
  --referee zoe=Zoe --days 7 --forfeit-after 3

sits() { # GAME SEAT: who sits there
  python3 -c 'import json, sys
print(next(one["seats"][sys.argv[2]] for one in json.load(open("cup.json"))["pairings"] if one["game"] == sys.argv[1]))' "$@"
}

# Round 1: thirty people.  Two more ask to play while it goes on.
round 2027-01-01
"$PLAYERS" games/swiss-1-*.json
for one in $late; do
  pbem tournament enter cup.json "$one" --reason "asked in January; nobody minds" -o cup.json --now 2027-01-20
done

# Round 2: at the fifth board they stop, and tell two stories.
round 2027-03-01
"$PLAYERS" --silent-after 6 games/swiss-2-5.json
"$PLAYERS" games/swiss-2-*.json --skip 2-5
decide swiss-2-5 disputed --now 2027-04-20 \
  --reason "Allied says the PRC resigned by telephone; the PRC says it asked for a week"
pbem tournament withdraw cup.json hal -o cup.json --now 2027-04-25 --reason "ill until autumn"

# Round 3 begins all the same; at its second board both fall silent.
round 2027-05-01 --despite "the dispute of round 2 waits for two witnesses"
"$PLAYERS" --silent-after 4 games/swiss-3-2.json
"$PLAYERS" games/swiss-3-*.json --skip 3-2
pbem due games --now 2027-06-20 --cup cup.json
decide swiss-3-2 abandoned --now 2027-06-20 --reason "no mail from either since May, nor an answer to two letters"
decide swiss-2-5 adjudicated --mark prc=drawn --mark allied=drawn --now 2027-06-22 \
  --reason "both witnesses heard a joke; no concession is in the file, and nobody was ahead"

# Round 4: one leaves in the middle of the third board.
round 2027-07-01
"$PLAYERS" --silent-after 8 games/swiss-4-3.json
"$PLAYERS" games/swiss-4-*.json --skip 4-3
gone=$(sits swiss-4-3 prc)
pbem tournament withdraw cup.json "$gone" -o cup.json --now 2027-08-20 --reason "a new job; wrote on 19 August"
decide swiss-4-3 forfeit --seat prc --now 2027-08-20 --reason "left the tournament in the middle of this game"

# Round 5: two agree on a draw by letter, and never tell the desk.
round 2027-09-01
"$PLAYERS" --silent-after 6 games/swiss-5-7.json
"$PLAYERS" games/swiss-5-*.json --skip 5-7
decide swiss-5-7 agreed --mark prc=drawn --mark allied=drawn --now 2027-10-20 --reason "both wrote so on 18 October"

close_season
