-- Versions of the extension that the operator took back, and what their users read.
create table withdrawn_version (
  version text primary key constraint withdrawn_version_number check (version ~ '^\d+(\.\d+){0,3}$'),
  message text not null constraint withdrawn_version_message check (length(message) between 1 and 200),
  withdrawn_at timestamptz not null
);
