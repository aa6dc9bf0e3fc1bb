-- Whom the operator invited to create an account. The account takes its place.
create table sign_up_invitation (
  email text primary key,
  invited_at timestamptz not null
);
