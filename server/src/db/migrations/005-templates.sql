create table template (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  subject text not null,
  template text not null,
  cc text[] not null,
  labels text[] not null,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index template_default on template (user_id) where is_default;
