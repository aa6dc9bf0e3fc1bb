-- Inquiries as they were sent.

create table email (
  user_id uuid not null,
  id uuid not null,
  state text not null constraint email_state_known
    check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'undone')),
  template_id uuid not null,
  template_version integer not null,
  template_name text not null,
  from_address text not null,
  from_name text not null,
  reply_to text not null,
  to_address text not null,
  cc text[] not null,
  subject text not null,
  html text not null,
  ask_cents bigint,
  load jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failure_reason text,
  failure_code text constraint email_failure_code_known check (failure_code in ('too-late', 'bounced')),
  -- The user's organization when the email was accepted; it stays with the organization when the user leaves.
  organization_id uuid,
  mailbox_kind text not null
    constraint email_mailbox_kind_known check (mailbox_kind in ('relay', 'google', 'outlook', 'smtp')),
  -- Identifies the load, to detect a duplicate contact.
  load_key text not null,
  -- The sender's saved load; brokers save none.
  load_id uuid,
  -- Values the placeholders were filled with, and the rate formula.
  template_inputs jsonb not null,
  -- What the recipient check said; null for emails from before it.
  recipient_verdict jsonb,
  resent_as uuid,
  -- The failed or unconfirmed email that this one resends.
  resend_of uuid,
  -- When the user undid its resend, unless it was resent since.
  resend_undone_at timestamptz,
  -- When the user dismissed its failure.
  dismissed_at timestamptz,
  -- Sent from the practice board to the user's own address; lists and counts leave it out.
  is_practice boolean not null default false,
  -- What the search looks through.
  search_text text not null
    generated always as (lower(to_address || e'\n' || subject || e'\n' || coalesce(load ->> 'company', ''))) stored,
  primary key (user_id, id)
);
-- Has all that the list filters by, so that a search through many emails never reads the emails themselves.
create index email_list on email (user_id, created_at desc, id desc) include (state, dismissed_at, search_text, is_practice);
create index email_by_load on email (user_id, load_id, created_at) where load_id is not null;
create index email_practice on email (user_id, created_at) include (state) where is_practice;
create index email_open on email (user_id, created_at) include (state, is_practice) where state in ('queued', 'sending', 'failed', 'unknown') and dismissed_at is null;
