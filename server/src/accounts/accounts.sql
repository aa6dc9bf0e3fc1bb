-- Users.

create table account (
  id uuid primary key,
  email text not null constraint account_email_key unique,
  created_at timestamptz not null,
  is_demo boolean not null default false,
  company text,
  phone text,
  mc text,
  dot text,
  signature text,
  name text,
  user_type text constraint account_user_type_known check (user_type in ('carrier', 'broker')),
  -- The last change by a user who had sent an email.
  user_type_changed_at timestamptz,
  trucks_amount integer not null default 1
    constraint account_trucks_amount_range check (trucks_amount between 1 and 10000),
  loadboards text[] not null default '{dat-one}',
  source text,
  -- How long after its click an email may still be sent.
  sell_by_minutes integer not null default 15
    constraint account_sell_by_minutes_range check (sell_by_minutes between 1 and 60),
  -- When the address was first verified; sessions from before are not trusted.
  email_verified_at timestamptz,
  -- The days of its trial; 0 if its owner had one with an earlier account.
  trial_days integer not null default 14,
  -- Its owner deleted it: when all of it is deleted for good. Until then, it can be kept.
  deletes_at timestamptz
);
create index account_deleting on account (deletes_at) where deletes_at is not null;

create table photo (
  user_id uuid primary key constraint photo_of_account references account (id) on delete cascade,
  webp bytea not null,
  fetched_at timestamptz not null
);
