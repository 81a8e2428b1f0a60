-- Evaluations of projects that were locked before anyone verified them go back to the queue of the school.
alter table public.evaluations disable trigger user;
update public.evaluations e set status = case when e.acknowledged_at is null then 'submitted' else 'acknowledged' end, locked_at = null
from public.capstone_projects p where p.id = e.project_id and p.status = 'active' and e.status = 'locked' and e.verified_at is null;
alter table public.evaluations enable trigger user;
