-- By which step a password was chosen: the trail has it from there, whoever writes it.
alter table priv.credentials
  add column set_by text check (set_by in ('change_password', 'choose_password', 'reset_password'));
