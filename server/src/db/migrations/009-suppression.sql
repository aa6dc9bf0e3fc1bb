-- Addresses that must not be emailed: inquiries, or our own emails. Only a keyed hash of the address is stored.

create table suppression (
  address_hash text not null,
  scope text not null constraint suppression_scope_known check (scope in ('inquiry', 'product')),
  reason text not null constraint suppression_reason_known check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  primary key (address_hash, scope)
);
