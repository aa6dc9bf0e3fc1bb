-- When it was held: since the database was copied or restored, nobody knows whether it was sent.
alter table delivery add column held_at timestamptz;
create index delivery_held on delivery (id) where held_at is not null;
