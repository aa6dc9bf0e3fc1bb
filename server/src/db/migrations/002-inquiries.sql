-- Tables that grow with users carry user_id first in their primary key, so that they can be distributed by it.

create table template (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  subject text not null,
  template text not null,
  cc text[] not null,
  labels text[] not null,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index template_default on template (user_id) where is_default;

-- What was sent, kept as it was sent.
create table email (
  user_id uuid not null,
  id uuid not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'undone')),
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
  failure text,
  primary key (user_id, id)
);
create index email_by_time on email (user_id, created_at desc);

create table contact_event (
  user_id uuid not null,
  id uuid not null,
  type text not null check (type in ('EMAIL', 'PHONE')),
  contact_time timestamptz not null,
  day date not null,
  post_to_contact_seconds integer,
  rate_cents bigint,
  email_id uuid,
  load jsonb not null,
  primary key (user_id, id)
);
create index contact_event_by_time on contact_event (user_id, contact_time desc);

-- The daily summary, kept in the same transaction as its events; a rebuild from the events gives the same rows.
create table contact_day (
  user_id uuid not null,
  day date not null,
  email_sent integer not null default 0 check (email_sent >= 0),
  phone_call integer not null default 0 check (phone_call >= 0),
  post_to_contact_sum bigint not null default 0,
  post_to_contact_count integer not null default 0 check (post_to_contact_count >= 0),
  rate_cents_sum bigint not null default 0,
  rate_count integer not null default 0 check (rate_count >= 0),
  primary key (user_id, day)
);

-- What is used of a New York month's e-mails.
create table allowance (
  user_id uuid not null,
  month text not null,
  used integer not null check (used >= 0),
  primary key (user_id, month)
);

create table idempotency_key (
  user_id uuid not null,
  key text not null,
  body_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- Work that is due: a small table that stays on one machine, claimed with "for update skip locked".
create table due_work (
  id uuid primary key,
  kind text not null check (kind in ('email', 'sign-in-mail')),
  user_id uuid,
  sealed text,
  due_at timestamptz not null,
  created_at timestamptz not null,
  attempts integer not null default 0
);
create index due_work_by_time on due_work (due_at);
