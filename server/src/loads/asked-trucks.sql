-- The trucks that a load was asked for, the newest first; when its broker is called back; when its ask was taken back.
alter table load
  add column truck_ids uuid[],
  add column call_back_at timestamptz,
  add column withdrawn_at timestamptz;
