-- A capstone project with credited hours is active as soon as its next preceptor accepts, not only after another day.
update public.capstone_projects p set status = 'active' where status = 'matched'
  and exists (select from public.capstone_days d where d.project_id = p.id and d.status = 'confirmed' and d.minutes > 0);
