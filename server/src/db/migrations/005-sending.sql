-- Mailboxes of one's own, the way a message takes out of the house, and what holds it up.

-- `sealed_grant` opens it: a token that renews the leave to send, or a server's address and login. `sealed_access` is what it gave last.
alter table mailbox
  drop constraint mailbox_kind_check,
  add constraint mailbox_kind_check check (kind in ('relay', 'google', 'outlook', 'smtp')),
  -- The newest is where new mail leaves from.
  add column selected_at timestamptz,
  add column sealed_access text,
  add column access_expires_at timestamptz,
  -- Somebody is renewing it until then.
  add column renewing_until timestamptz,
  -- Why nothing can leave from it until it is connected again.
  add column failure text;
update mailbox set selected_at = case kind when 'relay' then timestamptz 'epoch' else connected_at end;
alter table mailbox alter column selected_at set not null;

-- A way to a provider that is to connect a mailbox brings its grant back, sealed.
alter table arrival_code
  add column connects text check (connects in ('google', 'outlook')),
  add column sealed_grant text;

alter table email
  add column mailbox_kind text not null default 'relay' check (mailbox_kind in ('relay', 'google', 'outlook', 'smtp')),
  -- Which load it is about, so that a second mail about it is noticed.
  add column load_key text not null default '',
  -- What its placeholders printed, and the formula that asked.
  add column inputs jsonb not null default '{"values": {}, "formula": null}',
  add column resent_as uuid,
  -- When the sender had dealt with its failure.
  add column dismissed_at timestamptz;
create index email_by_contact on email (to_address, load_key, created_at);
create index email_open on email (user_id, created_at) where state in ('queued', 'sending', 'failed', 'unknown') and dismissed_at is null;

-- Whom nothing is sent to any more: of inquiries, or of LoadPing's own mail. The address is kept as a code that nobody can read back.
create table suppression (
  address_code text not null,
  scope text not null check (scope in ('inquiry', 'product')),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  since timestamptz not null,
  primary key (address_code, scope)
);

-- The newest hand-overs that a mailbox has booked, oldest first.
create table mailbox_pace (
  mailbox text primary key,
  booked timestamptz[] not null
);

-- How much somebody has handed over in the running hour, or everybody in the running minute.
create table sending_window (
  holder text primary key,
  starts_at timestamptz not null,
  used integer not null
);

-- What the operator has stopped.
create table stopped (
  what text primary key check (what in ('sends', 'writes')),
  since timestamptz not null
);

-- `tries` are those that were proved to have reached nobody; `is_booked`: its turn in its mailbox's pace is set.
alter table due_work
  add column tries integer not null default 0,
  add column is_booked boolean not null default false,
  -- From which kind of mailbox an inquiry leaves: each has its own places, so that one that hangs leaves the others theirs.
  add column mailbox_kind text,
  drop constraint due_work_kind_check,
  add constraint due_work_kind_check check (kind in ('email', 'sign-in-mail', 'invitation-mail', 'revocation'));
update due_work set mailbox_kind = 'relay' where kind = 'email';

-- A report about its delivery names a message and nobody's.
create index email_by_id on email (id);
