-- Of a reply to a broker's counter the email in whose thread it is, and when that counter was recorded.
alter table email
  add column reply_of uuid,
  add column counter_at timestamptz;
-- No counter is answered twice.
create unique index email_reply on email (user_id, load_id, counter_at)
  where counter_at is not null and state not in ('failed', 'undone') and resent_as is null;
