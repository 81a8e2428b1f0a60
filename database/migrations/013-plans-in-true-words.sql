-- Preceptor access is granted by the platform's administrator, person by person: the offer to sites says so.
update public.plans set features = '["Accounts for your education team", "Preceptor access, person by person", "As many schools as you host"]'
  where id = 'site' and features ? 'Preceptors named by you';
