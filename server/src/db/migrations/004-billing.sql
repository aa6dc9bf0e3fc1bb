-- Plans and monthly allowances. Tables that grow with users have user_id first in their primary key, so they can be distributed by it.

-- The only record of a paid plan and its seats. The holder is a user or an organization.
create table plan (
  holder_id uuid primary key,
  plan text not null check (plan in ('PRO', 'BUSINESS')),
  seats integer check (seats > 0),
  since timestamptz not null,
  check ((plan = 'BUSINESS') = (seats is not null))
);

-- Emails used in a New York month.
create table allowance (
  user_id uuid not null,
  month text not null,
  used integer not null check (used >= 0),
  primary key (user_id, month)
);
