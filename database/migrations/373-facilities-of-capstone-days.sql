-- Where a day of a capstone project is: the unit that the project was at when the day was planned, or else where its preceptor works. It
-- stays when another facility is asked later.
alter table public.capstone_days add column facility_id uuid references public.facilities (id);
alter table public.capstone_days disable trigger user;
update public.capstone_days d set facility_id = coalesce(u.id, r.facility_id)
from public.capstone_projects p left join public.units u on u.id = p.facility_id, public.preceptors r
where p.id = d.project_id and r.id = d.preceptor_id;
alter table public.capstone_days enable trigger user;
create index capstone_days_facility on public.capstone_days (facility_id, date);
