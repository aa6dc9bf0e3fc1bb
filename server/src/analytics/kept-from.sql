-- The first day whose contacts, or loads, are all kept. Earlier ones are removed because of their age, so that figures read
-- from them begin there.
create table kept_from (
  kind text primary key constraint kept_from_kind_known check (kind in ('contacts', 'loads')),
  day date not null
);
