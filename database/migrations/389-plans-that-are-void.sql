-- A remediation plan is void while its evaluation no longer calls for one: voided, replaced, or corrected.
alter table public.remediation_plans drop constraint remediation_plans_status_check;
alter table public.remediation_plans add constraint remediation_plans_status_check check (status in ('open', 'met', 'not_met', 'void'));
update public.remediation_plans p set status = 'void' from public.evaluations e
where e.id = p.id and p.status = 'open' and (e.status = 'voided' or e.superseded_at is not null);
