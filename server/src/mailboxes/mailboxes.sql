-- The mailboxes a user can send from, and what throttles them. The relay is connected by verifying an email address.

create table mailbox (
  user_id uuid not null constraint mailbox_of_account references account (id) on delete cascade,
  kind text not null constraint mailbox_kind_known check (kind in ('relay', 'google', 'outlook', 'smtp')),
  address text not null,
  connected_at timestamptz not null,
  -- The mailbox with the newest value is the default.
  default_since timestamptz not null,
  -- A refresh token, or the host and login of an SMTP server.
  encrypted_credentials text,
  encrypted_access_token text,
  access_token_expires_at timestamptz,
  -- A worker is refreshing the access token until then.
  refresh_lease_until timestamptz,
  -- Why nothing can be sent from it until the user reconnects it.
  connection_error text,
  -- That error is Microsoft's end of logins with a password.
  is_login_off boolean not null default false,
  -- Its owner was emailed that Microsoft ends logins with a password, or its server is not Microsoft's.
  login_notice_at timestamptz,
  primary key (user_id, kind, address)
);
create index mailbox_by_address on mailbox (address, kind);
create index mailbox_without_login_notice on mailbox (kind, connected_at) where login_notice_at is null;

-- The newest delivery slots a mailbox has reserved, oldest first.
create table mailbox_throttle (
  mailbox text primary key,
  slots timestamptz[] not null
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

-- Codes emailed to an address that a user wants to send as from an SMTP server.
create table address_code (
  id uuid primary key,
  user_id uuid not null constraint address_code_of_account references account (id) on delete cascade,
  address text not null,
  -- Keyed, and bound to the user, the address and the server.
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index address_code_by_user on address_code (user_id, created_at);
create index address_code_by_address on address_code (address, created_at);
create index address_code_by_time on address_code (created_at);
