-- The decisions on schools are TypeScript; what is left in SQL is in features/schools/db.
drop function if exists app.lock_school(uuid, integer), app.notify_school(public.schools, text, jsonb, text), app.require_superadmin(),
  app.check_school_fields(jsonb), app.new_join_code(), app.create_school(uuid, jsonb), app.update_school(uuid, integer, jsonb),
  app.set_school_active(uuid, integer, boolean, text), app.limits_obstacle(jsonb, public.regulatory_profiles),
  app.program_obstacle(text, numeric, jsonb, public.regulatory_profiles), app.set_school_account(uuid, integer, jsonb, uuid),
  app.renew_join_code(uuid, text), app.check_program(public.schools, jsonb), app.create_program(uuid, uuid, jsonb),
  app.lock_program(uuid, integer), app.update_program(uuid, integer, jsonb), app.set_program_active(uuid, integer, boolean),
  app.put_regulatory_profile(uuid, jsonb), app.create_regulatory_profile(uuid, jsonb), app.update_regulatory_profile(uuid, integer, jsonb),
  app.set_logo(uuid, uuid, uuid, text, bytea), app.remove_logo(uuid, uuid), app.require_logo_owner(uuid, uuid), app.note_logo(text, uuid, uuid);
