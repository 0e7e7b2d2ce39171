-- What was written about a customer who is erased is replaced in the log; who did what, and when, cannot change.
grant update (details) on activities to qist_service;
