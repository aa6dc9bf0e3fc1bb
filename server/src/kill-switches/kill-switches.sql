-- What the operator turned off.
create table kill_switch (
  name text primary key constraint kill_switch_known check (name in ('sends', 'writes')),
  off_since timestamptz not null
);
