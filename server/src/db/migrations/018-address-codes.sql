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
