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
