-- What a call sent and got is mostly of some KB. Compressing it took as long as all the rest of writing it down; up to a page of it is kept as it
-- is from now on. Entries stay for a week.
alter table journal_entries set (toast_tuple_target = 8160);
