-- Which steps the status of a table may take, and who takes them: filled at each start from the rules of the features
-- (database/transitions.ts), asked by the guard triggers, read by no login.
create table public.transitions (
  entity text not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  parties text[] not null,
  primary key (entity, event, from_status, to_status)
);
create index transitions_step on public.transitions (entity, from_status, to_status);
select app.protect('public.transitions');

-- Decided in TypeScript from now on.
drop function if exists app.check_permission_request(uuid, text, uuid, date, date),
  app.save_permission_request(uuid, uuid, text, uuid, text, date, date), app.lock_own_permission_request(uuid),
  app.submit_permission_request(uuid), app.withdraw_permission_request(uuid), app.decide_permission_request(uuid, text, text),
  app.may_decide_permission(uuid, uuid, text, uuid), app.permission_deciders(public.permission_requests),
  app.holds_permission(text, uuid), app.user_facility_permissions(uuid, uuid), app.permission_use_is_due(text[]),
  app.check_permission_target(uuid, text, uuid), app.set_facility_permission(uuid, uuid, text, boolean, date, uuid, boolean),
  app.give_permission(uuid, uuid, text, date);
