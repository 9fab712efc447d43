#!/bin/sh
# A league in Cataclysm: six rounds at tables of three, four and five with seats that go round, a late entry, a
# withdrawal, an abandoned and an adjudicated game.
#
# PLAYERS is a program that answers the mails of the games it is given; in a real season that are people, and weeks go
# by at those lines.  Everything is made in the folder in which this runs.
set -eu
. "$(dirname "$0")/common/season.sh"
people="ann=Ann bob=Bob cem=Cem dora=Dora eve=Eve fay=Fay gus=Gus hal=Hal ida=Ida jon=Jon kim=Kim"
late="leo=Leo"

for one in $people $late; do echo "${one%%=*} ${one%%=*}@people.example"; done > addresses.txt
mkdir games

# Founding: tables of five are preferred, those of four and three fill up.
set --
for one in $people; do set -- "$@" --player "$one"; done
pbem tournament new cup.json --name league --title cataclysm/c5 --system league --rounds 6 \
  --tables 5 --tables 4-fascists --tables 3 "$@" --referee zoe=Zoe --days 7 --forfeit-after 3

# Round 1: eleven people.
round 2027-01-01
"$PLAYERS" --give-up-after 12 --but 1-2 games/league-1-*.json
pbem tournament enter cup.json leo=Leo --reason "asked on 2 March; all eleven agreed" -o cup.json --now 2027-03-02

# Rounds 2 and 3: twelve people, a table of each size.
round 2028-01-01
"$PLAYERS" --give-up-after 12 --but 2-2 games/league-2-*.json
round 2029-01-01
"$PLAYERS" --silent-after 9 games/league-3-3.json
"$PLAYERS" --give-up-after 12 games/league-3-*.json --skip 3-3
pbem due games --now 2029-06-20 --cup cup.json
decide league-3-3 abandoned --now 2029-06-20 --reason "no mail from any of the three since February"

# Rounds 4 and 5: the table of four cannot meet any more, and asks for a decision.
round 2030-01-01
"$PLAYERS" --silent-after 10 games/league-4-2.json
"$PLAYERS" --give-up-after 12 games/league-4-*.json --skip 4-2
decide league-4-2 adjudicated --mark germany=won --mark italy=won --mark ussr=lost --mark democracies=lost \
  --now 2030-06-22 --reason "all four asked for it; Germany held Paris and had lost nothing"
round 2031-01-01
"$PLAYERS" --give-up-after 12 --but 5-1 games/league-5-*.json
pbem tournament withdraw cup.json bob -o cup.json --now 2031-09-01 --reason "a new job; told us on 30 August"

# Round 6: eleven again.
round 2032-01-01
"$PLAYERS" --give-up-after 12 games/league-6-*.json

close_season
