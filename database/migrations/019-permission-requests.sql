-- Which permissions a facility admin can be given, besides what the role and the place give by themselves (domain 2.18).
-- The last day on which one holds, in the time of its place; when it was last made use of.
alter table public.facility_admin_permissions
  drop constraint facility_admin_permissions_permission_type_check,
  add constraint facility_admin_permissions_permission_type_check check (permission_type in ('capstone_preceptor', 'unit_admin',
    'site_admin', 'org_admin', 'verifier', 'view_only_reports', 'billing_view')),
  add column expires_on date,
  add column last_used_at timestamptz;
create index facility_admin_permissions_ends on public.facility_admin_permissions (expires_on) where is_enabled;

-- Making use of a permission is no change of it: the trail does not hear of it.
drop trigger audit on public.facility_admin_permissions;
create trigger audit after insert or delete or update of is_enabled, granted_at, granted_by, expires_on
  on public.facility_admin_permissions for each row execute function app.audit_row();

drop function if exists app.set_facility_permission(uuid, uuid, text, boolean);

create table public.permission_requests (
  id uuid primary key default gen_random_uuid(),
  requester_id uuid not null references public.users (id),
  target_user_id uuid not null references public.users (id),
  permission text not null check (permission in ('capstone_preceptor', 'unit_admin', 'site_admin', 'org_admin', 'verifier',
    'view_only_reports', 'billing_view')),
  scope_node uuid not null references public.facilities (id),
  justification text not null check (length(btrim(justification)) between 10 and 1000),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'declined', 'withdrawn', 'expired', 'revoked')),
  -- The last day it is wished for, and the day on which somebody shall look at it again.
  expires_on date,
  auto_review_on date,
  submitted_at timestamptz,
  decided_by uuid references public.users (id),
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check ((decided_by is null) = (decided_at is null)),
  check (status <> 'declined' or decision_note is not null)
);
create index permission_requests_requester on public.permission_requests (requester_id, created_at desc);
create index permission_requests_target on public.permission_requests (target_user_id, created_at desc);
create index permission_requests_node on public.permission_requests (scope_node, status);
create index permission_requests_decided_by on public.permission_requests (decided_by);
create index permission_requests_status on public.permission_requests (status, submitted_at);
create index permission_requests_review on public.permission_requests (auto_review_on) where status = 'approved';
-- The same wish waits once, whoever has it.
create unique index permission_requests_one_open on public.permission_requests (target_user_id, permission, scope_node) where status = 'submitted';

-- What became of every request and of every permission: one row per transition, never changed.
create table public.permission_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  acting_as uuid,
  subject text not null check (subject in ('request', 'permission')),
  request_id uuid references public.permission_requests (id),
  user_id uuid not null references public.users (id),
  facility_id uuid not null references public.facilities (id),
  permission_type text not null,
  from_status text,
  to_status text not null,
  reason text check (length(reason) <= 1000),
  check ((subject = 'request') = (request_id is not null))
);
create index permission_events_user on public.permission_events (user_id, facility_id, permission_type, at desc);
create index permission_events_facility on public.permission_events (facility_id, at desc);
create index permission_events_request on public.permission_events (request_id, at);
create index permission_events_actor on public.permission_events (actor_id, at desc);
create trigger append_only before update or delete on public.permission_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.permission_events for each statement execute function app.refuse_change();
-- What was given before there was a history.
insert into public.permission_events (at, actor_id, subject, user_id, facility_id, permission_type, to_status)
  select granted_at, granted_by, 'permission', user_id, facility_id, permission_type, case when is_enabled then 'enabled' else 'disabled' end
  from public.facility_admin_permissions;

select app.protect('public.permission_requests'), app.protect('public.permission_events');
create trigger touch before update on public.permission_requests for each row execute function app.touch();
create trigger audit after insert or update or delete on public.permission_requests for each row execute function app.audit_row();

-- What an organization begins a new partnership with.
alter table public.organizations
  add column default_notice_days integer not null default 30 check (default_notice_days between 0 and 365),
  add column default_auto_approve boolean not null default false;
