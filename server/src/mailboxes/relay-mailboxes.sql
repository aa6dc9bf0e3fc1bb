-- To turn the relay of all users off or on.
create index mailbox_by_error on mailbox (kind, connection_error);
