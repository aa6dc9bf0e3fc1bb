-- Since when the operator keeps somebody from signing in and sending.
alter table account add column suspended_at timestamptz;
