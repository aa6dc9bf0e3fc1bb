-- What a user wants to be told of by email. A plain table of the coordinator, like the accounts: the scheduler reads all
-- of it that is due.
create table notification (
  user_id uuid primary key constraint notification_of_account references account (id) on delete cascade,
  emails text not null constraint notification_emails_known check (emails in ('off', 'at-once', 'hourly', 'daily')),
  mailboxes text not null
    constraint notification_mailboxes_known check (mailboxes in ('off', 'at-once', 'hourly', 'daily')),
  boards text not null constraint notification_boards_known check (boards in ('off', 'at-once', 'hourly', 'daily')),
  summary text not null constraint notification_summary_known check (summary in ('off', 'weekdays', 'daily')),
  -- Hours of the user's clock; both null without quiet hours.
  quiet_from smallint,
  quiet_until smallint,
  time_zone text not null,
  -- What was there at the last look, and so is not told again: a kind, what it is about, and its state.
  told text[] not null,
  looked_at timestamptz not null,
  -- When to look for news next; null while everything is off.
  due_at timestamptz
);
create index notification_due on notification (due_at) where due_at is not null;
