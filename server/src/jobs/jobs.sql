-- Stays on one machine; workers claim rows with "for update skip locked".
create table job (
  id uuid primary key,
  kind text not null constraint job_kind_known
    check (kind in ('email', 'sign-in-email', 'invitation-email', 'weekly-summary-email', 'permission-revocation')),
  user_id uuid,
  encrypted_payload text,
  due_at timestamptz not null,
  -- By the database's clock: until then, no other worker claims it.
  leased_until timestamptz,
  created_at timestamptz not null,
  -- An inquiry that was not sent by then fails as too late.
  sell_by timestamptz,
  -- How often it was claimed: a worker whose claim is older has lost the job.
  claims integer not null default 0,
  -- Attempts that provably reached no one.
  failed_attempts integer not null default 0,
  -- The first byte of a product email that must not arrive twice was sent.
  has_started boolean not null default false,
  -- A throttle slot of its mailbox is reserved.
  has_slot boolean not null default false,
  -- The kind of mailbox an inquiry is sent from; each kind has its own concurrency.
  mailbox_kind text,
  -- That mailbox, which the throttle counts, and who the hourly limit counts: the organization or the user.
  mailbox text,
  limit_scope uuid,
  -- Whether the user never emailed the recipient before, which some services limit.
  to_new_recipient boolean not null default true,
  -- The limit that defers an inquiry; null for one that is due or waits for its next attempt.
  waits_for text constraint job_waits_for_known check (waits_for in ('mailbox-limit', 'send-limit')),
  constraint job_of_email_complete
    check (kind <> 'email' or num_nulls(user_id, mailbox_kind, mailbox, limit_scope, sell_by) = 0)
);
create index job_by_time on job (due_at);
