-- What the customer agreed to by paying the first part: text, version, language, time, network, session and hash.
alter table charges add column agreement json;
