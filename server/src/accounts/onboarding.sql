-- The business type that is chosen in the onboarding, until it is complete.
alter table account add column chosen_type text
  constraint account_chosen_type_known check (chosen_type in ('carrier', 'broker'));
