-- The answers that repeated requests get again.
create table idempotency_key (
  user_id uuid not null,
  key text not null,
  body_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
