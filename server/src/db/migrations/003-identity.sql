-- Who vouches for a person besides a mail, what they told about their business, and which session came from which.

alter table account
  add column name text,
  add column user_type text check (user_type in ('carrier', 'broker')),
  add column trucks_amount integer not null default 1 check (trucks_amount between 1 and 10000),
  add column loadboards text[] not null default '{dat-one}',
  add column source text,
  -- When the address was proved for the first time; sessions from before that were somebody else's.
  add column proved_at timestamptz;
update account set proved_at = created_at;

-- A person as Google or Outlook knows them. The address is not part of who they are: it can change hands.
create table identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references account (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_by_user on identity (user_id);

-- What a way over Google or Outlook brings back: good once, for a minute, in the browser that began it.
create table arrival_code (
  code_hash text primary key,
  user_id uuid not null references account (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table photo (
  user_id uuid primary key references account (id) on delete cascade,
  webp bytea not null,
  fetched_at timestamptz not null
);

alter table session add column parent_id uuid references session (id) on delete cascade;
create index session_by_parent on session (parent_id);

-- A mailbox of one's own: `sealed_grant` is what the provider gave for it, encrypted.
alter table mailbox
  drop constraint mailbox_kind_check,
  add constraint mailbox_kind_check check (kind in ('relay', 'google', 'outlook')),
  add column sealed_grant text;

create index sign_in_token_by_time on sign_in_token (created_at);
create index sign_in_token_by_address on sign_in_token (email, created_at);
