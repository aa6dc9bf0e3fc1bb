-- The address that a carrier registered with the authorities and its brokers' vetting tools.
alter table account add column registered_email text;
