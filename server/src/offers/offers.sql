-- A broker's posting, which carriers answer. Both are seen by nobody else.
create table offer_posting (
  user_id uuid not null,
  id uuid not null,
  facts jsonb not null,
  created_at timestamptz not null,
  -- Deleted by the user; for a day it can be restored.
  deleted_at timestamptz,
  -- When it is removed, with its answers.
  ends_at timestamptz not null,
  primary key (user_id, id)
);
create index offer_posting_end on offer_posting (ends_at);
create index offer_posting_deleted on offer_posting (deleted_at) where deleted_at is not null;

-- A carrier's answer, as it was pasted.
create table offer_answer (
  user_id uuid not null,
  id uuid not null,
  posting_id uuid not null,
  text text not null,
  -- SHA-256 of the text: the same one is kept once.
  text_hash text not null,
  pasted_at timestamptz not null,
  is_starred boolean not null,
  replied_at timestamptz,
  deleted_at timestamptz,
  ends_at timestamptz not null,
  primary key (user_id, id)
);
create unique index offer_answer_text on offer_answer (user_id, posting_id, text_hash);
create index offer_answer_end on offer_answer (ends_at);
create index offer_answer_deleted on offer_answer (deleted_at) where deleted_at is not null;
