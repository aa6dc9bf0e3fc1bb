-- A text that many templates use.
create table snippet (
  user_id uuid not null,
  name text not null,
  text text not null,
  primary key (user_id, name)
);
