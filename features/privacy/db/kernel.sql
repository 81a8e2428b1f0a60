drop function if exists app.notify_of_release(uuid, text, jsonb, text), app.set_directory_opt_out(uuid, boolean);
