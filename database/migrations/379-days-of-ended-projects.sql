-- A capstone project that ended keeps no days ahead, and asks no preceptor any more.
update public.capstone_days d set status = 'removed' from public.capstone_projects p
where p.id = d.project_id and p.status in ('completed', 'closed', 'withdrawn', 'cancelled', 'failed')
  and d.status in ('planned', 'reschedule') and d.starts_at > now();
update public.capstone_nominations n set status = 'withdrawn' from public.capstone_projects p
where p.id = n.project_id and p.status in ('withdrawn', 'cancelled', 'failed') and n.status in ('proposed', 'asked');
