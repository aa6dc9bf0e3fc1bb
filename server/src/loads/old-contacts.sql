-- The contacts of a user by age, of which old ones are removed.
create index contact_by_age on contact (user_id, created_at);
