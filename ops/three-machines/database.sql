-- Prepares a new cluster for Qist: run it once as the superuser on the primary. It makes the service's role, its login
-- and its database.
create role qist_service;
-- One login, which owns the tables. For a second login that owns them instead of the service's:
-- docs/operations.md#the-database, and MIGRATION_DATABASE_URL in qist.env.
create role qist login password 'choose-a-fourth' in role qist_service;
create database qist owner qist;
