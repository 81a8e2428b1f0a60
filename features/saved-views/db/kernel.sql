drop function if exists app.saved_view_rules();
