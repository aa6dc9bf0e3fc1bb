-- People, how they prove who they are, and their sessions. Small tables: on a cluster they are reference tables.

create table account (
  id uuid primary key,
  email text not null unique,
  created_at timestamptz not null,
  is_demo boolean not null default false,
  company text,
  phone text,
  mc text,
  dot text,
  signature text,
  truck_location text
);

-- One row for each mail that was asked for; only hashes of what it carries.
create table sign_in_token (
  id uuid primary key,
  email text not null,
  token_hash text not null unique,
  code_hash text not null,
  code_tries integer not null default 0,
  challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_token_by_email on sign_in_token (email) where used_at is null;

-- A session is a family of refresh tokens: the current one and, for a moment, the one before.
create table session (
  id uuid primary key,
  user_id uuid not null references account (id) on delete cascade,
  audience text not null check (audience in ('web', 'extension')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  token_hash text not null,
  previous_token_hash text,
  rotated_at timestamptz,
  revoked_at timestamptz,
  user_agent text
);
create index session_by_user on session (user_id);

create table used_pick_up_code (
  id uuid primary key,
  expires_at timestamptz not null
);

-- From where LoadPing may send for a user. The relay is connected by proving an address.
create table mailbox (
  user_id uuid not null references account (id) on delete cascade,
  kind text not null check (kind in ('relay')),
  address text not null,
  connected_at timestamptz not null,
  primary key (user_id, kind)
);
