-- A facility that ranks students sees a key for each. Whoever knows a student must not be able to compute theirs, so a secret that no login
-- may read goes into it.
create table priv.ranking_secret (
  is_only boolean primary key default true check (is_only),
  secret uuid not null default gen_random_uuid()
);
select app.protect('priv.ranking_secret');
insert into priv.ranking_secret default values;
drop function if exists app.students_to_rank();
