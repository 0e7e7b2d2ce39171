-- A row of message_quotas may count stored bytes instead of messages: what sessions of one public key stored within a day, from one address
-- or from all. Its sent_at is empty, and its day ends at forget_at.
alter table message_quotas add column bytes bigint not null default 0;
