-- Reads the table once, while everybody goes on writing to it.
alter table payments validate constraint payments_check;
