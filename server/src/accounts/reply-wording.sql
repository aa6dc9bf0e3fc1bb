-- How the user words replies to counters, with placeholders; null: as the product does.
alter table account add column reply_wording text;
