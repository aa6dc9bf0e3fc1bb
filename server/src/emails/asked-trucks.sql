-- The truck that an email names, and of a withdrawal the email that it takes back.
alter table email
  add column truck_id uuid,
  add column withdrawal_of uuid;
-- No ask is taken back twice.
create unique index email_withdrawal on email (user_id, withdrawal_of)
  where withdrawal_of is not null and state not in ('failed', 'undone');
