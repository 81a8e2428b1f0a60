-- The verdicts on the rows of an import are statements of the product; what is left in SQL is in features/imports/db.
drop function if exists app.judge_import(uuid, boolean), app.judge_import_sites(uuid), app.judge_import_schools(uuid), app.place_import_sites(uuid, uuid);
