-- The mark is there since 0160. From now on the row gets it by itself, as those of other tables do.
alter table invitations alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');
