#!/bin/sh
# Makes the secret files of compose.yaml once; existing ones stay unchanged. In a container every user may read them. On
# this machine only you may enter the folder.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "ops/compose/secrets is there already: nothing was changed" >&2
  exit 1
fi
# Letters and digits only: they need no escapes in an address.
new() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
umask 0333
# All or none: an interrupted run leaves no partial set.
mkdir -m 0700 secrets.new
trap 'rm -rf secrets.new' EXIT
owner=$(new) service=$(new)
printf '%s' "$(new)" >secrets.new/postgres_password
printf '%s' "$(new)" >secrets.new/secrets_key
printf '%s' "$(new)" >secrets.new/signing_key
printf '%s' "$(new)" >secrets.new/grafana_password
printf 'postgres://qist:%s@database:5432/qist' "$service" >secrets.new/database_url
printf 'postgres://qist_owner:%s@database:5432/qist' "$owner" >secrets.new/migration_database_url
# The roles of docs/contract/running.md#database-roles: the service's login owns no table.
cat >secrets.new/roles.sql <<SQL
create role qist_service;
create role qist_owner login password '$owner';
create role qist login password '$service' in role qist_service;
create database qist owner qist_owner;
SQL
mv secrets.new secrets
echo "ops/compose/secrets is made. Keep a copy of secrets_key where your backups are not: without it they open nothing"
