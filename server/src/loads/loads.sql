-- Loads that somebody saved, emailed or called about, and what happened to them.

-- Calls, and emails that were or may be sent, to detect a duplicate contact: one row for the user, and one for the
-- organization.
create table contact (
  holder uuid not null,
  -- Empty for a call.
  to_address text not null,
  load_key text not null,
  -- The email, or the event of the call.
  id uuid not null,
  type text not null constraint contact_type_known check (type in ('EMAIL', 'PHONE')),
  user_id uuid not null,
  created_at timestamptz not null,
  ask_cents bigint,
  -- The same for the same load on every board; null if too little is known of the load.
  lane_key text,
  primary key (holder, to_address, load_key, id)
);
create index contact_by_load on contact (holder, load_key, created_at);
create index contact_by_lane on contact (holder, lane_key, created_at) where lane_key is not null;

create table load (
  user_id uuid not null,
  id uuid not null,
  -- The board with its posting ID; for a load without them the id of the load that was saved first, also in a
  -- teammate's copy.
  load_key text not null,
  facts jsonb not null,
  -- What lists sort and filter by, from the facts. Texts are in lower case, their first 40 characters.
  board text collate "C",
  origin text collate "C" not null,
  dest text collate "C" not null,
  company text collate "C",
  pickup_day date,
  equipment_class text collate "C",
  trip_miles integer,
  deadhead_miles integer,
  -- For the whole trip.
  rate_cents bigint,
  -- A rate per mile needs no miles.
  rpm_cents double precision generated always as (
    case when facts -> 'rate' ->> 'basis' = 'per-mile' then (facts -> 'rate' ->> 'cents')::double precision
    else rate_cents::double precision / nullif(trip_miles, 0) end
  ) stored,
  all_in_rpm_cents double precision
    generated always as (rate_cents::double precision / nullif(trip_miles + deadhead_miles, 0)) stored,
  -- The company without legal form and punctuation.
  company_key text,
  mc text,
  -- As a person reads it, such as 34 to 36 °F.
  temperature text,
  -- Of places that the gazetteer knows.
  origin_latitude double precision,
  origin_longitude double precision,
  dest_latitude double precision,
  dest_longitude double precision,
  status text not null constraint load_status_known
    check (status in ('saved', 'contacted', 'replied', 'negotiating', 'booked', 'refused', 'gone')),
  outcome text constraint load_outcome_known
    check (outcome in ('booked', 'countered', 'covered', 'declined', 'no-answer')),
  outcome_cents bigint,
  outcome_at timestamptz,
  -- The newest ask, and the time of the newest email or call.
  ask_cents bigint,
  contacted_at timestamptz,
  -- The newest one.
  note text,
  first_seen_at timestamptz not null,
  -- When it was posted or, if unknown, first seen.
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted load is kept for a day, to undo that.
  deleted_at timestamptz,
  -- When a person last set the status or the outcome.
  stated_at timestamptz,
  -- As of a contact.
  lane_key text,
  -- The same for the loads that a team sees as one: of the same posting or, without a posting ID, of the same lane key.
  join_key uuid not null generated always as (
    md5(case when board is null or not facts ? 'boardLoadId' then coalesce(lane_key, load_key) else load_key end)::uuid
  ) stored,
  -- What the search looks through, with the beginning of the note. A temperature is found as 34-36f, too.
  search_text text not null generated always as (left(
    origin || e'\n' || dest || e'\n' || coalesce(company, '') || lower(substr(coalesce(facts ->> 'company', ''), 41) ||
      e'\n' || coalesce(facts ->> 'reference', '') || e'\n' || coalesce(mc, '') || e'\n' || coalesce(
      temperature || e'\n' || replace(replace(temperature, ' °F', 'F'), ' to ', '-') || e'\n', ''
    ) || coalesce(note, '')),
    400
  )) stored,
  primary key (user_id, id)
);
create unique index load_by_key on load (user_id, load_key);
-- Has all that lists sort and filter by, so that they never read the loads that they don't show. Its texts are short
-- enough to fit an index.
create index load_list on load (user_id, posted_at desc, id desc)
  include (status, equipment_class, board, pickup_day, origin, dest, company, trip_miles, deadhead_miles, rate_cents,
    rpm_cents, all_in_rpm_cents, ask_cents, origin_latitude, origin_longitude, dest_latitude, dest_longitude,
    join_key, search_text)
  where deleted_at is null;
-- The rows that a team sees as one load, and which loads two of its people have.
create index load_joined on load (join_key) include (user_id, id, stated_at, outcome_at, contacted_at, status, ask_cents)
  where deleted_at is null;
create index load_shared on load (user_id, join_key) where deleted_at is null;
-- A note is searched also where another row of the same load stands for it.
create index load_noted on load (user_id) include (id, join_key, search_text)
  where note is not null and deleted_at is null;
-- What was booked on a day.
create index load_booked on load (user_id, stated_at) where status = 'booked' and deleted_at is null;
create index load_deleted on load (deleted_at) where deleted_at is not null;
-- Earlier contacts on a lane and with a broker.
create index load_contacted_from on load (user_id, equipment_class, origin_latitude)
  where contacted_at is not null and deleted_at is null;
create index load_contacted on load (user_id, contacted_at) where contacted_at is not null and deleted_at is null;
create index load_contacted_company on load (user_id, company_key, contacted_at)
  where contacted_at is not null and deleted_at is null;
create index load_contacted_mc on load (user_id, mc, contacted_at)
  where contacted_at is not null and deleted_at is null;

create table load_event (
  -- Who saved the load.
  user_id uuid not null,
  load_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  by uuid not null,
  kind text not null constraint load_event_kind_known
    check (kind in ('saved', 'rate-changed', 'called', 'status', 'outcome', 'note')),
  cents bigint,
  status text,
  outcome text,
  text text,
  primary key (user_id, load_id, id)
);
-- Which loads were answered on a day.
create index load_event_answered on load_event (user_id, at) include (load_id)
  where status in ('replied', 'negotiating', 'booked', 'refused', 'gone');
-- What people did to loads of their teammates.
create index load_event_of_others on load_event (by, user_id, load_id, id) where by <> user_id;

-- Emails, calls and saves of the last two days, which rows on load boards show: one row for the user, and one for the
-- organization.
create table mark (
  holder uuid not null,
  load_key text not null,
  -- The email, the event of the call, or the saved load.
  id uuid not null,
  user_id uuid not null,
  type text not null constraint mark_type_known check (type in ('EMAIL', 'PHONE', 'SAVED')),
  at timestamptz not null,
  ask_cents bigint,
  -- What was posted at that time for the whole load.
  posted_cents bigint,
  outcome text,
  -- As of a contact.
  lane_key text,
  -- An email that was undone or failed, or a load that was deleted.
  is_removed boolean not null default false,
  changed_at timestamptz not null,
  primary key (holder, load_key, id)
);
create index mark_changed on mark (holder, changed_at);
create index mark_old on mark (at);

-- A link that shows anyone the plan of a load. At most one for each load.
create table load_link (
  key_hash text primary key,
  user_id uuid not null,
  load_id uuid not null,
  expires_at timestamptz not null,
  constraint load_link_of_load unique (user_id, load_id)
);
create index load_link_expires on load_link (expires_at);

-- A user's named views of the list.
create table load_view (
  user_id uuid not null,
  position integer not null,
  name text not null,
  query text not null,
  primary key (user_id, position)
);
