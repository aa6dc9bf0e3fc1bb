-- Exports of accounts. Stay on one machine: there are few, and a finished one commits together with the job of its email.

create table account_export (
  id uuid primary key,
  user_id uuid not null constraint account_export_of_account references account (id) on delete cascade,
  -- A replaced one has no file any longer; limits count it.
  state text not null constraint account_export_state_known check (state in ('making', 'ready', 'failed', 'replaced')),
  requested_at timestamptz not null,
  -- How much of it is made.
  percent integer not null default 0,
  -- Of a ready one: the claim of its job that wrote the file, the file's size, and until when it can be downloaded.
  attempt integer,
  size bigint,
  expires_at timestamptz
);
create index account_export_by_user on account_export (user_id, requested_at);
create unique index account_export_current on account_export (user_id) where state <> 'replaced';
create index account_export_by_time on account_export (requested_at);

-- The file in parts, in the database because it alone is shared by all processes of an installation.
create table account_export_part (
  export_id uuid not null constraint account_export_part_of_export references account_export (id) on delete cascade,
  attempt integer not null,
  number integer not null,
  bytes bytea not null,
  primary key (export_id, attempt, number)
);
-- Zipped bytes cannot be compressed again.
alter table account_export_part alter column bytes set storage external;
