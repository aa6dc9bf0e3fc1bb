-- The single-use links and codes that prove an address, and how Google and Outlook identify users. Only hashes of
-- tokens and codes are stored.

-- A user as Google or Outlook identifies them. The email address is not part of the key: it can change owners.
create table identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null constraint identity_of_account references account (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_by_user on identity (user_id);

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
