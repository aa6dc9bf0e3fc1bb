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
