-- Offered places are decided in TypeScript. That a facility offered the very place of a draft is a fact of the draft, which a trigger
-- writes when a school takes the place (features/open-slots/db/guards.sql): nobody needs to agree again.
alter table public.shifts add column is_offered boolean not null default false;

drop function if exists app.offer_slots(uuid, uuid, date[], time, time, text, integer, text, uuid[], text);
drop function if exists app.withdraw_slot(uuid, integer, text);
drop function if exists app.take_slot(uuid, integer, uuid, jsonb, text);
drop function if exists app.slot_obstacle(public.open_slots, uuid);
drop function if exists app.is_offered_to(public.open_slots, uuid);
drop function if exists app.is_offered(public.shifts);
drop function if exists app.shift_of_slot(public.open_slots);
drop function if exists app.semester_of_day(uuid, date);
drop function if exists app.runs_place(uuid);

-- The commands of a shift are TypeScript alone.
drop function if exists app.submit_shift(uuid, integer, text);
drop function if exists app.publish_shift(uuid, integer, boolean, boolean);
drop function if exists app.create_shift(uuid, uuid, jsonb, uuid, uuid);
drop function if exists app.read_shift_fields(public.shifts, jsonb);
drop function if exists app.room_refusal(public.shifts, integer, text, boolean);
drop function if exists app.take_shift(uuid, integer, text, text);

-- What earlier versions decided in SQL and nothing calls any more, whatever its arguments were.
do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'app'::regnamespace and p.proname = any (array[
    'answer_about_shift', 'answer_change', 'answer_counter', 'approve_shift', 'approve_signups', 'archive_facility', 'ask_about_shift', 'bring_about',
    'change_shift', 'check_invitees', 'check_permission_target', 'clone_shift', 'close_shift', 'close_unit', 'counter_shift',
    'decide_permission_request', 'decide_signup', 'decline_shift', 'end_permission_of', 'end_shift', 'give_permission', 'holds_permission',
    'invitation_lifetime', 'late_obstacle', 'lock_departing', 'lock_own_permission_request', 'may_decide_permission', 'may_decide_signup', 'my_obstacle',
    'my_obstacles', 'next_password_to_try', 'note_copies', 'note_password_tries', 'password_owner', 'pause_unit', 'permission_deciders',
    'permission_use_is_due', 'refuse_to_leave_campus', 'rehearse_shift', 'rejoin_series', 'remove_shift', 'reopen_shift', 'resend_invitation',
    'resume_unit', 'revoke_invitation', 'save_permission_request', 'set_emergency_contact', 'shift_machine', 'shifts_ahead_of_unit', 'split_series',
    'stage_shift', 'submit_permission_request', 'swap_partners', 'tell_approvers', 'tell_inviter', 'tell_other_side', 'tell_partnership',
    'try_shift_machine', 'undo_person_change', 'update_shift', 'user_facility_permissions', 'with_proposal', 'withdraw_permission_request',
    'withdraw_shift'])
      and not exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid)
  loop
    execute 'drop function ' || f;
  end loop;
end $$;
