-- The few emails that wait, are being sent or may have been sent, to count them at any time.
create index email_unfinished on email (state, created_at) where state in ('queued', 'sending', 'unknown');
