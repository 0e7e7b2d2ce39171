-- An admin may require a second factor of everybody who works for the merchant.
alter table merchants add column requires_second_factor boolean not null default false;
