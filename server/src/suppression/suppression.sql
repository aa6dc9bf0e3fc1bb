-- Addresses that must not be emailed: inquiries, or our own emails. Only a keyed hash of the address is stored.

create table suppression (
  address_hash text not null,
  scope text not null constraint suppression_scope_known check (scope in ('inquiry', 'product')),
  reason text not null constraint suppression_reason_known check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  primary key (address_hash, scope)
);

-- The suppressed addresses that a user's own emails met, which the user sees; the reason is in suppression.
create table suppressed_recipient (
  user_id uuid not null,
  address text not null,
  since timestamptz not null,
  -- Since then the user's own mailboxes may email it, although it bounced.
  allowed_at timestamptz,
  primary key (user_id, address)
);
create index suppressed_recipient_newest on suppressed_recipient (user_id, since desc);
