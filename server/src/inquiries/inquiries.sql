-- Whom a user or an organization has written to, for the recipient check.
create table recipient (
  holder uuid not null,
  -- The registered domain or, for free mail, the address.
  domain text not null,
  -- Of the load; empty if unknown.
  mc text not null,
  company_key text not null,
  sent integer not null,
  last_at timestamptz not null,
  primary key (holder, domain, mc, company_key)
);
create index recipient_by_mc on recipient (holder, mc) where mc <> '';
create index recipient_by_company on recipient (holder, company_key) where company_key <> '';
create index recipient_last on recipient (holder, last_at);
