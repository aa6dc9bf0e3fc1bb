-- Inquiries as they were sent, and what throttles them.

create table email (
  user_id uuid not null,
  id uuid not null,
  state text not null constraint email_state_known
    check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'undone')),
  template_id uuid not null,
  template_version integer not null,
  template_name text not null,
  from_address text not null,
  from_name text not null,
  reply_to text not null,
  to_address text not null,
  cc text[] not null,
  subject text not null,
  html text not null,
  ask_cents bigint,
  load jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failure_reason text,
  failure_code text constraint email_failure_code_known check (failure_code in ('too-late', 'bounced')),
  -- The user's organization when the email was accepted; it stays with the organization when the user leaves.
  organization_id uuid,
  mailbox_kind text not null
    constraint email_mailbox_kind_known check (mailbox_kind in ('relay', 'google', 'outlook', 'smtp')),
  -- Identifies the load, to detect a duplicate contact.
  load_key text not null,
  -- The sender's saved load; brokers save none.
  load_id uuid,
  -- Values the placeholders were filled with, and the rate formula.
  template_inputs jsonb not null,
  -- What the recipient check said; null for emails from before it.
  recipient_verdict jsonb,
  resent_as uuid,
  -- The failed or unconfirmed email that this one resends.
  resend_of uuid,
  -- When the user undid its resend, unless it was resent since.
  resend_undone_at timestamptz,
  -- When the user dismissed its failure.
  dismissed_at timestamptz,
  -- What the search looks through.
  search_text text not null
    generated always as (lower(to_address || e'\n' || subject || e'\n' || coalesce(load ->> 'company', ''))) stored,
  primary key (user_id, id)
);
-- Has all that the list filters by, so that a search through many emails never reads the emails themselves.
create index email_list on email (user_id, created_at desc, id desc) include (state, dismissed_at, search_text);
create index email_by_load on email (user_id, load_id, created_at) where load_id is not null;
create index email_open on email (user_id, created_at) include (state) where state in ('queued', 'sending', 'failed', 'unknown') and dismissed_at is null;

-- Calls, and emails that were or may be sent, to detect a duplicate contact: one row for the user, and one for the
-- organization.
create table contact (
  holder uuid not null,
  -- Empty for a call.
  to_address text not null,
  load_key text not null,
  -- The email, or the event of the call.
  id uuid not null,
  type text not null constraint contact_type_known check (type in ('EMAIL', 'PHONE')),
  user_id uuid not null,
  created_at timestamptz not null,
  ask_cents bigint,
  -- The same for the same load on every board; null if too little is known of the load.
  lane_key text,
  primary key (holder, to_address, load_key, id)
);
create index contact_by_load on contact (holder, load_key, created_at);
create index contact_by_lane on contact (holder, lane_key, created_at) where lane_key is not null;

-- Whom a user or an organization has written to, for the recipient check.
create table recipient (
  holder uuid not null,
  -- The registered domain or, for free mail, the address.
  domain text not null,
  -- Of the load; empty if unknown.
  mc text not null,
  company_key text not null,
  sent integer not null,
  last_at timestamptz not null,
  primary key (holder, domain, mc, company_key)
);
create index recipient_by_mc on recipient (holder, mc) where mc <> '';
create index recipient_by_company on recipient (holder, company_key) where company_key <> '';
create index recipient_last on recipient (holder, last_at);

create table idempotency_key (
  user_id uuid not null,
  key text not null,
  body_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- The newest delivery slots a mailbox has reserved, oldest first.
create table mailbox_throttle (
  mailbox text primary key,
  slots timestamptz[] not null
);

-- Emails sent in the current hour of a team, or in the current minute overall.
create table send_limit_window (
  scope text primary key,
  starts_at timestamptz not null,
  used integer not null
);

-- Emails a mailbox sent in one hour, which its daily limit counts: any 24 hours are 25 rows of its key.
create table mailbox_hour (
  mailbox text not null,
  hour timestamptz not null,
  sent integer not null,
  primary key (mailbox, hour)
);
create index mailbox_hour_by_time on mailbox_hour (hour);

-- What a mailbox had sent in 24 hours when its service refused more; valid for a day.
create table learned_limit (
  mailbox text primary key,
  cap integer not null,
  learned_at timestamptz not null
);
