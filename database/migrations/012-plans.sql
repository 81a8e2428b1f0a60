-- The plans offered at first. They are rows: an operator changes offer and price here, not in the product.
-- Amounts in cents. Students, instructors and hosting sites never pay.
insert into public.plans (id, name, audience, summary, price_cents, billing_interval, position, features) values
  ('student', 'Students and instructors', 'student', 'Everybody who learns or teaches in a placement.', 0, null, 10,
   '["Your own account, verified by e-mail", "Notifications in the product and by mail", "No fee to join, none to stay"]'),
  ('site', 'Hospitals and clinics', 'facility', 'Every site that hosts students.', 0, null, 20,
   '["Accounts for your education team", "Preceptors named by you", "As many schools as you host"]'),
  ('program', 'Program', 'school', 'One nursing program, up to 200 students.', 240000, 'year', 30,
   '["Semesters with holidays and breaks", "Copy a term, check it, undo it", "Invitations one by one or from a file", "Approval of everybody who asks to join", "30 days to try, without a card"]'),
  ('college', 'College', 'school', 'Several programs in one school, up to 800 students.', 660000, 'year', 40,
   '["Everything in Program", "Several administrators, with a super admin over them", "Announcements to a role or to the whole school", "30 days to try, without a card"]'),
  ('system', 'System', 'school', 'Several schools, or more than 800 students.', null, null, 50,
   '["Everything in College", "Every school with its own walls", "Price and terms agreed with you"]');
