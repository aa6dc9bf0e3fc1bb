-- What a team's managers allow with the postings of load boards.
alter table organization
  add column allows_save boolean not null default true,
  add column allows_phones boolean not null default true;
