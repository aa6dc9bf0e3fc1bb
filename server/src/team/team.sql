-- Organizations, their members, invitations and activity.

create table organization (
  id uuid primary key,
  name text not null,
  dot_number text,
  owner_id uuid not null,
  owner_role text not null generated always as ('MANAGER') stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A user belongs to at most one organization.
create table membership (
  user_id uuid primary key constraint membership_of_account references account (id) on delete cascade,
  organization_id uuid not null constraint membership_of_organization references organization (id) on delete cascade,
  role text not null constraint membership_role_known check (role in ('MANAGER', 'USER')),
  joined_at timestamptz not null,
  constraint membership_with_role_key unique (user_id, organization_id, role)
);
create index membership_by_organization on membership (organization_id);

-- Every organization has an owner, and the owner is one of its managers.
alter table organization
  add constraint organization_owner_manages foreign key (owner_id, id, owner_role)
  references membership (user_id, organization_id, role) deferrable initially deferred;

-- Recently removed members: a removal can be undone for a while.
create table removed_member (
  organization_id uuid not null
    constraint removed_member_of_organization references organization (id) on delete cascade,
  user_id uuid not null constraint removed_member_of_account references account (id) on delete cascade,
  role text not null,
  joined_at timestamptz not null,
  removed_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index removed_member_by_user on removed_member (user_id);

-- Users who were members and left or were removed: their contacts stay with the organization, also when their account is
-- gone.
create table former_member (
  organization_id uuid not null
    constraint former_member_of_organization references organization (id) on delete cascade,
  user_id uuid not null,
  left_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index former_member_by_user on former_member (user_id);

-- What others did to a user's membership, until the user has been told.
create table team_notice (
  user_id uuid not null constraint team_notice_of_account references account (id) on delete cascade,
  -- No reference: a removed member is told even if the team is closed meanwhile.
  organization_id uuid not null,
  organization_name text not null,
  actor_id uuid not null,
  -- What teammates called the actor then.
  actor text not null,
  -- The role that the user knows of and the one now; null outside the team.
  known_role text,
  role text,
  changed_at timestamptz not null,
  primary key (user_id, organization_id)
);
create index team_notice_by_change on team_notice (changed_at);
create index team_notice_by_actor on team_notice (actor_id);

-- The token in an invitation link is computed from id and generation, so no secret is stored.
create table invitation (
  id uuid primary key,
  organization_id uuid not null constraint invitation_of_organization references organization (id) on delete cascade,
  email text not null,
  role text not null constraint invitation_role_known check (role in ('MANAGER', 'USER')),
  generation integer not null default 1,
  invited_by uuid constraint invitation_by_account references account (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_by uuid constraint invitation_accepted_by_account references account (id) on delete cascade,
  -- Revoked, or the membership it gave has ended.
  ended_at timestamptz,
  -- Revoked before its email was sent.
  is_unsent boolean not null default false,
  -- Why its email could not be delivered.
  delivery_error text
);
create index invitation_by_email on invitation (email);
create index invitation_by_acceptor on invitation (accepted_by) where accepted_by is not null;
create index invitation_by_inviter on invitation (invited_by) where invited_by is not null;
create unique index invitation_open on invitation (organization_id, email) where accepted_by is null and ended_at is null;

-- Every change of members, roles or plan, numbered per organization without gaps. No actor means the operator.
create table team_activity (
  -- No reference: entries of a closed organization stay for a day, because limits count its invitations.
  organization_id uuid not null,
  number integer not null,
  at timestamptz not null,
  actor text,
  action text not null,
  subject text,
  detail text,
  primary key (organization_id, number)
);
create index team_activity_by_subject on team_activity (subject, at);
create index team_activity_by_action on team_activity (organization_id, action, at);
create index team_activity_by_actor on team_activity (actor, at);
