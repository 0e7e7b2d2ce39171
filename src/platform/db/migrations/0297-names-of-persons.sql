-- The name that a person has chosen. Pages show it beside the e-mail; the log keeps the e-mail.
alter table persons add column name text;
