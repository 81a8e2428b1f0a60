-- A passport's link leads to a page, which says what it is before anyone reads it: a look is no opening.
drop function if exists app.open_passport(text, text);
