-- The views of the archive, which answer what clubs ask; each begins with its name, and what a row of it is.

-- name: luck
-- One row a purpose of dice: what came, what chance gives, and how far apart in squared standard deviations.
select games.name as game, games.title as title, draws.purpose as purpose, draws.sides as sides,
       sum(draws.dice) as dice, sum(draws.total) as total, sum(draws.expected) as expected,
       sum(draws.variance) as variance,
       (sum(draws.total) - sum(draws.expected)) * (sum(draws.total) - sum(draws.expected))
           / sum(draws.variance) as squared_deviations
from draws join games on games.id = draws.game
where draws.dice > 0 and draws.variance > 0
group by draws.game, draws.purpose, draws.sides

-- name: slow
-- One row a person: from being asked until the own orders came, a stop counted once, and how often nothing came.
select person, count(distinct game) as games, count(*) as stops, count(days) as timed, avg(days) as mean_days,
       max(days) as longest_days, sum(absent) as absences
from waits group by person

-- name: unfinished
-- One row a game that waits for its players (no director has decided it): how far it is, since when, how often
-- somebody was absent.
select name as game, title, scenario, entries, last as waiting_since, absences
from games where state = 'open' order by last, name

-- name: fortunes
-- One row a title, scenario and seat: how it fares, whoever holds it.
select results.title as title, results.scenario as scenario, seats.seat as seat, count(*) as games,
       sum(results.result = 'won') as won, sum(results.result = 'drawn') as drawn,
       sum(results.result = 'lost') as lost
from results join seats on seats.id = results.seat
group by results.title, results.scenario, seats.seat

-- name: silent
-- One row a person who holds or held a seat: deadlines let pass in that time, games in which one was, and games that
-- are still open and wait for nobody else in the seat.
select person, count(distinct game) as games, count(distinct unfinished) as unfinished,
       sum(absent) as absences, count(distinct case when absent then game end) as games_with_absences
from (select holders.person as person, holders.game as game, 0 as absent,
             case when games.state = 'open' and seats.person = holders.person then games.id end as unfinished
      from holders join games on games.id = holders.game join seats on seats.id = holders.seat
      union all select person, game, absent, null from waits)
group by person order by absences desc, person

-- name: acts
-- One row a note of the referee in a game, and an act of a director: what was done beside the rules, and why.
select games.name as game, entries.n as entry, entries.what as what, entries.why as why,
       null as tournament, null as player
from entries join games on games.id = entries.game where entries.kind = 'note'
union all select game, null, act, reason, tournament, player from director

-- name: decided
-- One row a game of which a director, and not its file, says what it came to.
select tournament, name as game, state, ended_by as why from games
where state not in ('open', 'over') order by tournament, name

-- name: standings
select person, count(*) as games, sum(result = 'won') as won, sum(result = 'drawn') as drawn,
       sum(result = 'lost') as lost, sum(score) as points
from results group by person order by points desc, games, person
