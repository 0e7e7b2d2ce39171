-- The name that an agent has chosen. Pages show it beside the e-mail; the log keeps the e-mail.
alter table agents add column name text;
