-- The queue of emails, and what they count toward the limits of senders.

-- Emails that are not sent yet. Stays on one machine; workers claim rows with "for update skip locked".
create table delivery (
  -- Of the email.
  id uuid primary key,
  user_id uuid not null,
  due_at timestamptz not null,
  -- By the database's clock: until then, no other worker claims it.
  leased_until timestamptz,
  created_at timestamptz not null,
  -- An email that was not sent by then fails as too late.
  sell_by timestamptz not null,
  -- How often it was claimed: a worker whose claim is older has lost it.
  claims integer not null default 0,
  -- Attempts that provably reached no one.
  failed_attempts integer not null default 0,
  -- A throttle slot of its mailbox is reserved.
  has_slot boolean not null default false,
  -- The kind of mailbox it is sent from; each kind has its own concurrency.
  mailbox_kind text not null,
  -- That mailbox, which the throttle counts, and who the hourly limit counts: the organization or the user.
  mailbox text not null,
  limit_scope uuid not null,
  -- Whether the user never emailed the recipient before, which some services limit.
  to_new_recipient boolean not null,
  -- Whether it comes from the practice board, so that the daily limit of its mailbox does not count it.
  is_practice boolean not null default false,
  -- What defers it, a limit, a pause or a mailbox to reconnect; null if it is due or waits for its next attempt.
  waits_for text constraint delivery_waits_for_known
    check (waits_for in ('mailbox-limit', 'send-limit', 'reconnect', 'password-login', 'receiver-pause')),
  -- With receiver-pause: to whom the relay sends nothing for a while.
  receiver text
);
create index delivery_by_time on delivery (due_at);
-- The few that wait, to offer them to another mailbox.
create index delivery_waiting on delivery (user_id) where waits_for is not null;

-- Those that go out once a receiver accepts the relay's emails again.
create index delivery_by_receiver on delivery (receiver) where receiver is not null;

-- Emails sent in the current hour of a team, or in the current minute overall.
create table send_limit_window (
  scope text primary key,
  starts_at timestamptz not null,
  used integer not null
);
