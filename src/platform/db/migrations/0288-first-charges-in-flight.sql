-- First charges of a phone whose outcome is unknown: they count towards the limits of the phone.
-- Outside of a transaction.
create index concurrently charges_in_flight on charges (phone) where kind = 'first' and state in ('open', 'challenged');
