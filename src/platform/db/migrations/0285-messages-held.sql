-- By the database's clock: until then nobody else sends to the phone. A message in state `sending` is being handed over;
-- a waiting one was refused by the gateway, or waits behind one that was.
alter table customer_messages add column held_until timestamptz;
