-- The mailboxes a user can send from. The relay is connected by verifying an email address.

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
  primary key (user_id, kind, address)
);
