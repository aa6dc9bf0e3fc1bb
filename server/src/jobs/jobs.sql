-- Work to be done once, soon or later. Stays on one machine; workers claim rows with "for update skip locked".
create table job (
  id uuid primary key,
  kind text not null constraint job_kind_known
    check (kind in ('sign-in-email', 'invitation-email', 'weekly-summary-email', 'password-login-email',
      'permission-revocation', 'billing-sync', 'account-export', 'account-export-email', 'subscription-end',
      'deletion-email', 'notification-email', 'security-email')),
  encrypted_payload text not null,
  due_at timestamptz not null,
  -- By the database's clock: until then, no other worker claims it.
  leased_until timestamptz,
  created_at timestamptz not null,
  -- How often it was claimed: a worker whose claim is older has lost the job.
  claims integer not null default 0,
  -- Attempts that certainly had no effect.
  failed_attempts integer not null default 0,
  -- An attempt of a job that must not repeat may have had its effect.
  has_started boolean not null default false
);
create index job_by_time on job (due_at);
