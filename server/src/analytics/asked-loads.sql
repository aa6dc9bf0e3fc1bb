-- The loads that users asked about on a day, in the order in which they are counted.
create index contact_event_asked on contact_event (user_id, day, organization_id, load_id) include (contact_time)
  where load_id is not null;
