-- What is decided about someone's credential concerns their seats to come: marked by the worker, as what a requirement changes is.
alter table priv.clearance_changes add column person_id uuid;
