-- The random key of keyed hashes, encrypted with that of AUTH_SECRET. A secret that does not open it is a wrong one.
create table hash_key (
  id integer primary key default 1 constraint hash_key_single check (id = 1),
  encrypted text not null
);
