-- The load that a truck was booked with, and where and when its delivery leaves it empty.
create table truck_booking (
  user_id uuid not null,
  truck_id uuid not null,
  load_id uuid not null,
  at timestamptz not null,
  cents bigint,
  city text not null,
  state text not null,
  empty_at timestamptz not null,
  -- What still waited of the truck's other asks and was undone.
  undone_emails uuid[] not null,
  -- The truck's place, time and hours, and the load's status, to end the booking.
  before jsonb not null,
  primary key (user_id, truck_id)
);

-- Days on which a truck takes no loads.
create table truck_absence (
  user_id uuid not null,
  truck_id uuid not null,
  from_day date not null,
  until_day date not null,
  note text,
  primary key (user_id, truck_id)
);

-- After how many minutes a user's asks are due for a call; null: never.
create table due_setting (
  user_id uuid primary key,
  due_minutes integer
);
