#!/bin/sh
# A team match in Axis & Allies: Pacific: two teams of four, everybody meets everybody of the other team once, at
# boards of two.
#
# PLAYERS is a program that answers the mails of the games it is given; in a real season that are people, and weeks go
# by at those lines.  Everything is made in the folder in which this runs.
set -eu
. "$(dirname "$0")/common/season.sh"
reds="ann=Ann cem=Cem eve=Eve gus=Gus"
blues="bob=Bob dora=Dora fay=Fay hal=Hal"

for one in $reds $blues; do echo "${one%%=*} ${one%%=*}@people.example"; done > addresses.txt
mkdir games

# Founding: mates do not meet.
set --
for one in $reds; do set -- "$@" --player "$one" --team "${one%%=*}=Reds"; done
for one in $blues; do set -- "$@" --player "$one" --team "${one%%=*}=Blues"; done
pbem tournament new cup.json --name match --title pacific/standard --system league --tables 2 --rounds 4 "$@" \
  --referee zoe=Zoe --days 7 --forfeit-after 3

round 2027-01-01
"$PLAYERS" --give-up-after 8 --but 1-1 games/match-1-*.json
round 2028-01-01
"$PLAYERS" --give-up-after 8 games/match-2-*.json

# Round 3: one board is given up by a letter to the director.
round 2029-01-01
"$PLAYERS" --silent-after 5 games/match-3-4.json
"$PLAYERS" --give-up-after 8 games/match-3-*.json --skip 3-4
decide match-3-4 forfeit --seat japan --now 2029-03-01 --reason "wrote on 27 February that the fleet is lost"

round 2030-01-01
"$PLAYERS" --give-up-after 8 games/match-4-*.json

close_season
