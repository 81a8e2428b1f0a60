-- The decisions on places are TypeScript; what is left in SQL is in features/facilities/db.
drop function if exists app.facility_path(uuid), app.lock_facility(uuid, integer), app.note_facility_event(uuid, text, text, text),
  app.set_facility_details(uuid, text, jsonb), app.create_facility(uuid, text, uuid, jsonb), app.update_facility(uuid, integer, jsonb),
  app.move_facility(uuid, integer, uuid, text), app.shifts_ahead_of_unit(uuid), app.pause_unit(uuid, integer, text, jsonb),
  app.resume_unit(uuid, integer), app.close_unit(uuid, integer, text), app.archive_facility(uuid, integer, text),
  app.set_facility_status(uuid, integer, text, text, uuid[], jsonb), app.restore_facility(uuid, integer);
