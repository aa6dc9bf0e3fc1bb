-- When it was held: since the database was copied or restored, nobody knows whether its email was sent.
alter table job add column held_at timestamptz;
create index job_held on job (id) where held_at is not null;
