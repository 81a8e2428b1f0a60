-- app.name_of_proctor names instructors and preceptors alike.
drop function if exists app.name_of_preceptor(uuid);
