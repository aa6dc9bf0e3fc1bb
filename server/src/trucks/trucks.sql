create table truck (
  user_id uuid not null,
  id uuid not null,
  -- The order of the user's list, from 0.
  position integer not null,
  name text not null,
  equipment text,
  city text,
  state text,
  postal_code text,
  empty_at timestamptz,
  drive_minutes integer constraint truck_drive_minutes_range check (drive_minutes between 0 and 660),
  window_minutes integer constraint truck_window_minutes_range check (window_minutes between 0 and 840),
  cycle_minutes integer constraint truck_cycle_minutes_range check (cycle_minutes between 0 and 4200),
  is_current boolean not null,
  primary key (user_id, id)
);
create unique index truck_current on truck (user_id) where is_current;

-- What a mile costs the user.
create table cost_profile (
  user_id uuid primary key,
  basis text not null constraint cost_profile_basis_known check (basis in ('per-mile', 'detailed')),
  per_mile_cents integer,
  miles_per_gallon double precision,
  driver_per_mile_cents integer,
  other_per_mile_cents integer,
  fees_percent double precision,
  target_rpm_cents integer
);
