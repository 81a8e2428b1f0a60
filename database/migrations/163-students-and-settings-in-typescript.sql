-- Changing a student and the settings of an organization are commands in TypeScript.
drop function if exists app.update_student(uuid, integer, text, text, text, date),
  app.save_facility_settings(uuid, integer, integer, integer, integer, integer, boolean);
