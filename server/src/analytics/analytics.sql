-- Contact events and their counts by day, week and month, which change in the same transaction.

create table contact_event (
  user_id uuid not null,
  -- The email, or the load's event of a call, so that none counts twice.
  id uuid not null,
  type text not null constraint contact_event_type_known check (type in ('EMAIL', 'PHONE')),
  contact_time timestamptz not null,
  day date not null,
  post_to_contact_seconds integer,
  -- What the user asked for, and the total that the board showed, each null without one.
  ask_cents bigint,
  posted_cents bigint,
  email_id uuid,
  -- The user's saved load; brokers save none.
  load_id uuid,
  load jsonb not null,
  organization_id uuid,
  primary key (user_id, id)
);
create index contact_event_by_time on contact_event (user_id, contact_time desc);
create index contact_event_by_email on contact_event (user_id, email_id) where email_id is not null;

create table contact_count (
  user_id uuid not null,
  -- The New York days that a row counts: one, a week from Monday on, or a month.
  bucket text not null constraint contact_count_bucket_known check (bucket in ('day', 'week', 'month')),
  -- The first of them.
  day date not null,
  -- The user's organization at that time, or the user.
  holder uuid not null,
  email_sent integer not null constraint contact_count_email_sent_not_negative check (email_sent >= 0),
  phone_call integer not null constraint contact_count_phone_call_not_negative check (phone_call >= 0),
  post_to_contact_sum bigint not null,
  post_to_contact_count integer not null
    constraint contact_count_post_to_contact_count_not_negative check (post_to_contact_count >= 0),
  -- The rates of contacts: what was asked, or what was posted where nothing was asked.
  asked_cents_sum bigint not null,
  asked_count integer not null constraint contact_count_asked_count_not_negative check (asked_count >= 0),
  posted_cents_sum bigint not null,
  posted_count integer not null constraint contact_count_posted_count_not_negative check (posted_count >= 0),
  -- Of a day or week: three bytes for each contact, in any order: its hour in New York, of those of a week from Monday
  -- on, and its time since posting in seconds up to an hour, in minutes beyond.
  moments bytea not null,
  -- Has all that sums need, so that they never read the rows.
  primary key (user_id, bucket, day, holder) include (email_sent, phone_call, post_to_contact_sum,
    post_to_contact_count, asked_cents_sum, asked_count, posted_cents_sum, posted_count)
-- Vacuumed often, because only then the key alone answers.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Managers who get their team's week by email. A plain table of the coordinator, like the accounts: the scheduler reads
-- all of it.
create table weekly_summary (
  user_id uuid primary key constraint weekly_summary_of_account references account (id) on delete cascade,
  -- The Monday of the last week that was emailed, or had ended when it was turned on.
  week date not null
);
create index weekly_summary_by_week on weekly_summary (week);
