-- Of a copy: the id of its original, whose file a folder of backups may have.
alter table backup_folder add column former_id uuid;
