-- Who tries the product for a store: signs in with a long code, and nothing of theirs reaches anybody. The first sign-in creates
-- the account.
create table reviewer (
  email text primary key,
  -- Keyed, and bound to the address.
  code_hash text not null,
  -- Wrong tries since the last right one.
  code_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
