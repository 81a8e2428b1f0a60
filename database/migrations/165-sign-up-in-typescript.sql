-- Why nobody of a role can belong to a place is said in TypeScript.
drop function if exists app.refuse_field(text, text);
