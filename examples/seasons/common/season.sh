# What the seasons share; each script reads it, and runs in a folder of its own with cup.json, addresses.txt and games.

round() { # DAY, options of pair: the next round, its games and their desks
  day=$1
  shift
  pbem tournament pair cup.json --games games -o cup.json "$@"
  pbem tournament games cup.json --games games --now "$day"
  pbem tournament desks cup.json --games games --address pbem@club.example --people addresses.txt
}

# Whether a game is decided, and how, is an act with its reason.
decide() { pbem tournament decide cup.json -o cup.json "$@"; }

close_season() { # every game played again from what was sent, the table, the archive, the site
  pbem tournament check cup.json --games games
  pbem tournament standings cup.json --games games -o table.txt
  pbem tournament standings cup.json --games games --rating --json > table.json
  pbem archive load club.db games/*.json --cup cup.json
  pbem archive query club.db "select * from decided"
  pbem site games/*.json -o public --cup cup.json
  cp cup.json public/cup.json
}
