-- Organisations, who belongs to them, whom they invited, and what was bought. Small tables: on a cluster they are reference tables.

create table organization (
  id uuid primary key,
  name text not null,
  dot_number text,
  owner_id uuid not null,
  owner_role text not null generated always as ('MANAGER') stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A person belongs to one organisation at most.
create table membership (
  user_id uuid primary key references account (id) on delete cascade,
  organization_id uuid not null references organization (id) on delete cascade,
  role text not null check (role in ('MANAGER', 'USER')),
  joined_at timestamptz not null,
  unique (user_id, organization_id, role)
);
create index membership_by_organization on membership (organization_id);

-- An organisation always has a manager: its owner is a member of it and a manager, whatever anybody does at the same moment.
alter table organization
  add constraint organization_owner_manages foreign key (owner_id, id, owner_role)
  references membership (user_id, organization_id, role) deferrable initially deferred;

-- Who was just removed: a removal can be undone for a while.
create table removed_member (
  organization_id uuid not null references organization (id) on delete cascade,
  user_id uuid not null references account (id) on delete cascade,
  role text not null,
  joined_at timestamptz not null,
  removed_at timestamptz not null,
  primary key (organization_id, user_id)
);

-- The link's token is computed from id and generation, so nothing secret is stored. `ended_at`: revoked, or the membership that it gave is over.
create table invitation (
  id uuid primary key,
  organization_id uuid not null references organization (id) on delete cascade,
  email text not null,
  role text not null check (role in ('MANAGER', 'USER')),
  generation integer not null default 1,
  invited_by uuid references account (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_by uuid references account (id) on delete cascade,
  ended_at timestamptz,
  -- It was revoked before its mail had left.
  is_unsent boolean not null default false,
  -- Why its mail could not be delivered.
  failure text
);
create unique index invitation_open on invitation (organization_id, email) where accepted_by is null and ended_at is null;

-- What was bought or granted: the one record of plan and seats. Its holder is a person, or an organisation.
create table plan (
  holder_id uuid primary key,
  plan text not null check (plan in ('PRO', 'BUSINESS')),
  seats integer check (seats > 0),
  since timestamptz not null,
  check ((plan = 'BUSINESS') = (seats is not null))
);

-- Every change of people, roles or plan, numbered in each organisation without a gap. Without an actor it was the operator.
create table log_entry (
  organization_id uuid not null references organization (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  actor text,
  action text not null,
  subject text,
  detail text,
  primary key (organization_id, number)
);
create index log_entry_by_subject on log_entry (subject, at);

-- In whose name something was sent or done: it stays with the organisation when the person goes.
alter table email add column organization_id uuid;
alter table contact_event add column organization_id uuid;

alter table due_work
  drop constraint due_work_kind_check,
  add constraint due_work_kind_check check (kind in ('email', 'sign-in-mail', 'invitation-mail'));
