-- What the first plans say, in plainer English; a text that an operator has changed since stays as it is.
update public.plans set summary = 'Everyone who learns or teaches in a placement.'
where summary = 'Everybody who learns or teaches in a placement.';
update public.plans p set features = (
  select jsonb_agg(coalesce(w.plain, f.text) order by f.nth)
  from jsonb_array_elements_text(p.features) with ordinality f (text, nth)
  left join (values
    ('Your own account, verified by e-mail', 'Your own account, verified by email'),
    ('Notifications in the product and by mail', 'Notifications in the product and by email'),
    ('No fee to join, none to stay', 'Free to join and free to stay'),
    ('Preceptors named by you', 'Name your own preceptors'),
    ('As many schools as you host', 'Work with as many schools as you like'),
    ('Copy a term, check it, undo it', 'Copy a semester, review it, undo it'),
    ('Approval of everybody who asks to join', 'You approve everyone who asks to join'),
    ('Several administrators, with a super admin over them', 'Several administrators, led by a super admin'),
    ('Every school with its own walls', 'Each school’s data kept apart')) w (old, plain) on w.old = f.text)
where jsonb_array_length(p.features) > 0;
