-- The decisions on imports are TypeScript; what is left in SQL is in features/imports/db.
drop function if exists app.refuse_importer(), app.open_import(uuid), app.start_import(uuid, text, text, uuid), app.add_import_rows(uuid, jsonb),
  app.count_import(uuid), app.preview_import(uuid),
  app.leave_out_import_row(uuid, integer, boolean), app.begin_import_commit(uuid), app.finish_import(uuid);
