-- What Qist needs in a new cluster, once, as the superuser on the primary: the role that it works as, its login, its database.
create role qist_service;
create role qist login password 'choose-a-fourth' in role qist_service;
create database qist owner qist;
