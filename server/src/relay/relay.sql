-- Receivers that refused the relay itself, by reputation, policy or rate, within the last day: a few rows.
create table relay_receiver (
  -- Gmail, Microsoft or Yahoo, else the domain of the recipient.
  receiver text primary key,
  -- Emails refused since the last pause, with their times: one counts once, however often it is tried.
  refusals jsonb not null,
  -- The relay sends nothing there until then; null while it is not paused.
  paused_until timestamptz,
  -- Pauses in a row, by which the next is longer.
  pauses integer not null,
  -- The last email that was tried after a pause.
  tried_email uuid,
  -- When it last refused, was tried or accepted again.
  changed_at timestamptz not null,
  -- Its last refusal, for the operator.
  reply text not null
);
