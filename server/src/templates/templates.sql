create table template (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  subject text not null,
  template text not null,
  cc text[] not null,
  labels text[] not null,
  is_default boolean not null default false,
  -- The equipment classes it is the standard for; no class has two templates of a user.
  equipment text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The organization whose members may use it, as long as the membership lasts in which the owner shared it.
  shared_with uuid,
  shared_at timestamptz,
  -- A deleted template is kept for a day, to undo that.
  deleted_at timestamptz,
  constraint template_shared_at check ((shared_with is null) = (shared_at is null)),
  constraint template_default_exists check (deleted_at is null or not is_default),
  primary key (user_id, id)
);
create unique index template_default on template (user_id) where is_default;
create index template_shared on template (user_id, shared_with) where shared_with is not null;
create index template_deleted on template (deleted_at) where deleted_at is not null;

-- Emails that a user sent with a template, their own or a teammate's.
create table template_use (
  user_id uuid not null,
  template_id uuid not null,
  sent integer not null constraint template_use_sent_not_negative check (sent >= 0),
  last_used_at timestamptz not null,
  primary key (user_id, template_id)
);
