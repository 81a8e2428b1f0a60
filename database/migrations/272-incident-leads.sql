-- Who at a facility reads the incidents on its shifts: one person of its team for an organization or a site, by name (decision 172).
create table public.incident_leads (
  id uuid primary key default uuidv7(),
  facility_id uuid not null unique references public.facilities (id),
  user_id uuid not null references public.users (id),
  -- As the person was called then: who runs a site may not see who runs the organization.
  user_name text not null check (length(btrim(user_name)) between 1 and 200),
  named_by uuid not null references public.users (id),
  created_at timestamptz not null default now()
);
create index incident_leads_user on public.incident_leads (user_id);
create index incident_leads_named_by on public.incident_leads (named_by);
create trigger audit after insert or update or delete on public.incident_leads for each row execute function app.audit_row();
select app.protect('public.incident_leads');
