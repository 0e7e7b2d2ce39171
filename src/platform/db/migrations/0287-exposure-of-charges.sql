-- What the customer owes of an order once its first charge is approved, in minor units. Null: a later charge, or one of an earlier version.
alter table charges add column exposure_minor bigint;
