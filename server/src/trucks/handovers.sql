-- Trucks that one person of a team took over from another.
create table truck_handover (
  -- Of all trucks that were taken at once.
  id uuid not null,
  truck_id uuid not null,
  -- What it was called then.
  truck_name text not null,
  from_user uuid not null,
  to_user uuid not null,
  organization_id uuid not null,
  at timestamptz not null,
  primary key (id, truck_id)
);
create index truck_handover_of_truck on truck_handover (truck_id, at);
create index truck_handover_from on truck_handover (from_user, at);
create index truck_handover_to on truck_handover (to_user, at);
create index truck_handover_of_organization on truck_handover (organization_id, at);
