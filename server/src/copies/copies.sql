-- The database itself, as it was when emails were last sent from it. A copy of it has another fingerprint.
create table database_fingerprint (
  is_only boolean primary key default true check (is_only),
  -- Of the server, the database and its timeline.
  server text not null,
  -- Of the embedded database: path, device and inode of its folder.
  folder text
);
