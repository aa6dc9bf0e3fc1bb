-- Plans and monthly allowances. Tables that grow with users have user_id first in their primary key, so they can be distributed by it.

-- The only record of a paid plan and its seats. The holder is a user or an organization.
create table plan (
  holder_id uuid primary key,
  plan text not null constraint plan_known check (plan in ('PRO', 'BUSINESS')),
  seats integer constraint plan_has_seats check (seats > 0),
  since timestamptz not null,
  constraint plan_seats_for_business check ((plan = 'BUSINESS') = (seats is not null))
);

-- Emails used in a New York month, and the limit when the last one was charged; without one there is none.
create table allowance (
  user_id uuid not null,
  month text not null,
  used integer not null constraint allowance_not_negative check (used >= 0),
  used_limit integer,
  primary key (user_id, month),
  constraint allowance_within_limit check (used <= used_limit)
);
