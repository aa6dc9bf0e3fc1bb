-- Sessions, and the single-use links and codes that start them. Only hashes of tokens and codes are stored.

create table sign_in_token (
  id uuid primary key,
  email text not null,
  token_hash text not null constraint sign_in_token_hash_key unique,
  code_hash text not null,
  code_tries integer not null default 0,
  challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The network that requested it.
  network_hash text
);
create index sign_in_token_by_email on sign_in_token (email) where used_at is null;
create index sign_in_token_by_time on sign_in_token (created_at);
create index sign_in_token_by_address on sign_in_token (email, created_at);

-- The networks from which an address signed in. Hashes are keyed, and differ between addresses.
create table known_network (
  email text not null,
  network_hash text not null,
  last_sign_in_at timestamptz not null,
  primary key (email, network_hash)
);
create index known_network_by_time on known_network (last_sign_in_at);

-- A family of refresh tokens: the current one and, during the grace period, the previous one.
create table session (
  id uuid primary key,
  user_id uuid not null constraint session_of_account references account (id) on delete cascade,
  audience text not null constraint session_audience_known check (audience in ('web', 'extension')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  token_hash text not null,
  previous_token_hash text,
  rotated_at timestamptz,
  revoked_at timestamptz,
  user_agent text,
  parent_id uuid constraint session_of_parent references session (id) on delete cascade
);
create index session_by_user on session (user_id, last_used_at);
create index session_by_parent on session (parent_id);

-- What an OAuth exchange returns to the browser that started it: valid once, for one minute.
create table one_time_code (
  code_hash text primary key,
  user_id uuid not null constraint one_time_code_of_account references account (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  purpose text not null constraint one_time_code_purpose_known check (purpose in ('sign-in', 'connect-mailbox')),
  encrypted_payload text
);

create table used_pairing_code (
  id uuid primary key,
  expires_at timestamptz not null
);
