-- The decisions on people's roles and accounts are TypeScript; what is left in SQL is in features/users/db.
drop function if exists app.check_role_links(text, uuid, uuid), app.lock_person_row(uuid, integer, boolean), app.lock_person(uuid, integer, boolean),
  app.lock_departing(uuid, integer, boolean), app.last_administrator_obstacle(uuid), app.change_person_role(uuid, integer, text, uuid, uuid),
  app.deactivate_person(uuid, integer), app.reactivate_person(uuid, integer), app.undo_person_change(bigint);
