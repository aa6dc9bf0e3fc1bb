-- The mailbox of a reviewer: what it sends stays in the product.
alter table mailbox add column is_sealed boolean not null default false;
