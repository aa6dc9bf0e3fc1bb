-- Plans and monthly allowances. Tables that grow with users have user_id first in their primary key, so they can be distributed by it.

-- The only record of plans and seats. The holder is a user or an organization; the source is who gives the plan: 'grant' for
-- the operator, else a customer at Stripe. The best that has not ended counts.
create table plan (
  holder_id uuid not null,
  source text not null,
  plan text not null constraint plan_known check (plan in ('PRO', 'BUSINESS')),
  seats integer constraint plan_has_seats check (seats > 0),
  since timestamptz not null,
  -- When it ends without another event; null if it does not.
  until timestamptz,
  primary key (holder_id, source),
  constraint plan_seats_for_business check ((plan = 'BUSINESS') = (seats is not null))
);

-- Customers at Stripe, by Stripe's id, and what the last comparison with Stripe read of their subscriptions.
create table customer (
  id text primary key,
  holder_id uuid not null,
  subscriptions jsonb not null,
  -- Comparisons are numbered when they begin. An answer is stored only if no later comparison has stored one.
  begun integer not null,
  stored integer not null,
  synced_at timestamptz,
  -- The first comparison that failed since.
  failing_since timestamptz,
  -- When it is compared at the latest, whatever Stripe tells.
  check_at timestamptz not null
);
create index customer_holder on customer (holder_id);
create index customer_check on customer (check_at, id);

-- Events of Stripe that were received, so that a repeated one has no effect.
create table stripe_event (
  id text primary key,
  received_at timestamptz not null
);
create index stripe_event_received on stripe_event (received_at);

-- The addresses and identities that had their trial, so that none has another: keyed hashes, used for nothing else.
create table used_trial (
  hash text primary key,
  -- Names the secret that the hash is keyed with.
  key_id text not null,
  -- Whose trial it was; null once that account was deleted.
  user_id uuid,
  -- When it is forgotten; null while that account exists.
  expires_at timestamptz,
  constraint used_trial_expires_without_account check ((user_id is null) = (expires_at is not null))
);
create index used_trial_by_user on used_trial (user_id) where user_id is not null;
create index used_trial_expiring on used_trial (expires_at) where expires_at is not null;

-- Emails used in a New York month, and the limit when the last one was charged; without one there is none.
create table allowance (
  user_id uuid not null,
  month text not null,
  used integer not null constraint allowance_not_negative check (used >= 0),
  used_limit integer,
  primary key (user_id, month),
  constraint allowance_within_limit check (used <= used_limit)
);
