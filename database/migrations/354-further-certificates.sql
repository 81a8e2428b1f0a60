-- A preceptor who confirms a day after the project was completed gets a further certificate, with all of their hours; the newest one counts.
alter table public.capstone_certificates drop constraint capstone_certificates_once;
alter table public.capstone_certificates add constraint capstone_certificates_once unique (project_id, preceptor_id, minutes);
create index capstone_days_confirmed on public.capstone_days (confirmed_at) where status = 'confirmed';
