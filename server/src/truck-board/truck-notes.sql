-- What the next person has to know of a truck.
create table truck_note (
  user_id uuid not null,
  truck_id uuid not null,
  text text not null,
  at timestamptz not null,
  -- Who wrote it.
  by uuid not null,
  primary key (user_id, truck_id)
);
