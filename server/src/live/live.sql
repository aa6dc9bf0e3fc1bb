-- Counts the changes that a user's pages show, so that an open page learns of those made elsewhere.
create table live_version (
  user_id uuid primary key,
  version bigint not null
-- Room for new versions of a row on its own page, as each change rewrites it.
) with (fillfactor = 50);
