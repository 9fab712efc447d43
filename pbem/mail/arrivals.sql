create table arrivals (
  n integer primary key, at text not null, sender text not null, message_id text not null, sameness text not null,
  entry integer, seat text, verdict text not null, answered integer not null, warned integer not null,
  returned integer not null, row text not null
);
create index by_sameness on arrivals (sameness);
create index by_message on arrivals (message_id);
create index by_sender on arrivals (sender, entry);
create index by_entry on arrivals (entry, verdict);
create index by_day on arrivals (at) where warned;
create index by_return on arrivals (n) where returned;
pragma user_version = 1;
