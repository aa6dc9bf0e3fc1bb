-- The codes that paired an extension, each valid once.
create table used_pairing_code (
  id uuid primary key,
  expires_at timestamptz not null
);

-- What the operator set for the load boards: one row, replaced as a whole.
create table board_settings (
  id integer primary key default 1 constraint board_settings_single check (id = 1),
  version integer not null,
  boards jsonb not null,
  changed_at timestamptz not null
);

-- What the extension can read on each board of a user: counts and fields, no content.
create table board_health (
  user_id uuid not null,
  board text not null,
  health jsonb not null,
  primary key (user_id, board)
);

-- Rows that users reported as unreadable: their structure without texts. Kept for 30 days.
create table board_report (
  id uuid primary key,
  user_id uuid not null,
  board text not null,
  version text not null,
  structure text not null,
  fields text[] not null,
  created_at timestamptz not null
);
create index board_report_by_user on board_report (user_id, created_at);
create index board_report_created on board_report (created_at);
