-- Where this installation makes its backups. A file there has its id too.
create table backup_folder (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  -- Where that file was written last; null until it was.
  folder text
);
