-- What Qist needs in a new cluster, once, as the superuser on the primary: the role that it works as, its login, its database.
create role qist_service;
-- One login, which owns the tables. Two, of which the service's own can change no table: docs/operations.md#the-database, and
-- MIGRATION_DATABASE_URL in qist.env.
create role qist login password 'choose-a-fourth' in role qist_service;
create database qist owner qist;
