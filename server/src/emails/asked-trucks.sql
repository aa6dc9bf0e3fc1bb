-- The truck that an email names, and of a withdrawal the email that it takes back.
alter table email
  add column truck_id uuid,
  add column withdrawal_of uuid;
-- A truck's asks.
create index email_by_truck on email (user_id, truck_id, load_id, created_at) include (state) where truck_id is not null;
-- No ask is taken back twice.
create unique index email_withdrawal on email (user_id, withdrawal_of)
  where withdrawal_of is not null and state not in ('failed', 'undone');
