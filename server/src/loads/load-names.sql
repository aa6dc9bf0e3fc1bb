-- The words by which a user's loads are found, each once, and the names that have them: places, companies, MC numbers.

create table load_name (
  user_id uuid not null,
  -- In lower case, as the name.
  word text collate "C" not null,
  -- As in the columns origin, dest and company of load.
  name text collate "C" not null,
  -- A broker of that name or MC number, as people write it, whom the user contacted; else empty.
  broker text not null,
  primary key (user_id, word, name, broker)
);
insert into load_name (user_id, word, name, broker)
select distinct user_id, word, name, broker from (
  select user_id, origin as name, '' as broker from load
  union select user_id, dest, '' from load
  union select user_id, company, case when contacted_at is null then '' else facts ->> 'company' end from load
    where company is not null
  union select user_id, mc, facts ->> 'company' from load
    where contacted_at is not null and company is not null and mc is not null
) as found, regexp_split_to_table(name, '[ -/:-@[-`{-~]+') as word
where word <> '';

-- The loads with a name.
create index load_from on load (user_id, origin) include (id, posted_at, join_key, dest, company)
  where deleted_at is null;
create index load_to on load (user_id, dest) include (id, posted_at, join_key, origin, company)
  where deleted_at is null;
create index load_company on load (user_id, company) include (id, posted_at, join_key, origin, dest)
  where deleted_at is null and company is not null;
create index load_reference on load (user_id, (lower(left(facts ->> 'reference', 40)) collate "C"))
  where deleted_at is null and facts ? 'reference';

-- Finds similar words. A server without these extensions, or that refuses them, finds words by their beginnings.
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index load_name_similar on load_name using gin (user_id, word gin_trgm_ops);
exception when others then
  raise notice 'Loads will not be found with typing errors: %', sqlerrm;
end $$;
