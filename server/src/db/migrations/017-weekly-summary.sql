-- Managers who get their team's week by email.

-- A plain table of the coordinator, like the accounts: the scheduler reads all of it.
create table weekly_summary (
  user_id uuid primary key constraint weekly_summary_of_account references account (id) on delete cascade,
  -- The Monday of the last week that was emailed, or had ended when it was turned on.
  week date not null
);
create index weekly_summary_by_week on weekly_summary (week);
