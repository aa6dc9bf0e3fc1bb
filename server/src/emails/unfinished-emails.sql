-- The few emails that wait, are being sent or may have been sent, to count them at any time. Its condition is an expression that only
-- the count has: beside an old snapshot all that left stays in this index, and a statement of each send would read it whole.
create index email_unfinished on email ((state || ''), created_at) where (state || '') in ('queued', 'sending', 'unknown');
