-- Distributes the tables that grow with users over the machines of a Citus cluster, by user. Run it once, after the
-- first start has created the tables: see "Many machines" in docs/operations/scale-out.md.
set client_min_messages = warning;
select create_distributed_table('template', 'user_id', shard_count => :shards);
select create_distributed_table('template_use', 'user_id', colocate_with => 'template');
select create_distributed_table('snippet', 'user_id', colocate_with => 'template');
select create_distributed_table('load', 'user_id', colocate_with => 'template');
select create_distributed_table('load_event', 'user_id', colocate_with => 'template');
select create_distributed_table('load_name', 'user_id', colocate_with => 'template');
select create_distributed_table('load_view', 'user_id', colocate_with => 'template');
select create_distributed_table('truck', 'user_id', colocate_with => 'template');
select create_distributed_table('cost_profile', 'user_id', colocate_with => 'template');
select create_distributed_table('offer_posting', 'user_id', colocate_with => 'template');
select create_distributed_table('offer_answer', 'user_id', colocate_with => 'template');
select create_distributed_table('truck_booking', 'user_id', colocate_with => 'template');
select create_distributed_table('truck_absence', 'user_id', colocate_with => 'template');
select create_distributed_table('truck_note', 'user_id', colocate_with => 'template');
select create_distributed_table('due_setting', 'user_id', colocate_with => 'template');
select create_distributed_table('email', 'user_id', colocate_with => 'template');
select create_distributed_table('contact_event', 'user_id', colocate_with => 'template');
select create_distributed_table('contact_count', 'user_id', colocate_with => 'template');
select create_distributed_table('allowance', 'user_id', colocate_with => 'template');
select create_distributed_table('suppressed_recipient', 'user_id', colocate_with => 'template');
select create_distributed_table('board_health', 'user_id', colocate_with => 'template');
select create_distributed_table('idempotency_key', 'user_id', colocate_with => 'template');
select create_distributed_table('live_version', 'user_id', colocate_with => 'template');
-- A holder is a user or an organization. A user's rows are on the machine of their emails.
select create_distributed_table('contact', 'holder', colocate_with => 'template');
select create_distributed_table('recipient', 'holder', colocate_with => 'template');
select create_distributed_table('mark', 'holder', colocate_with => 'template');
-- Stays whole, but known to Citus: only then does a transaction that writes an email and queues it commit both or none.
select citus_add_local_table_to_metadata('delivery');
-- All other tables stay plain tables of the coordinator. Reference tables would lock as a whole.
-- Frees what the coordinator still keeps of rows that moved.
select truncate_local_data_after_distributing_table(name)
from unnest(array[
  'template', 'template_use', 'snippet', 'load', 'load_event', 'load_name', 'load_view', 'email', 'contact_event', 'contact_count',
  'allowance', 'idempotency_key', 'contact', 'recipient', 'mark', 'truck', 'cost_profile', 'offer_posting', 'offer_answer',
  'truck_booking', 'truck_absence', 'truck_note', 'due_setting',
  'board_health', 'suppressed_recipient', 'live_version'
]::regclass[]) as name;
