/**
 * Tables whose rows notifications can be about (`app.notify_of_row`), each with expressions for what its row lacks: its school or facility
 * and its writer under the common names, and people from other tables. `row` replaces the row itself. Each start writes them to the view
 * `app.subjects`.
 */
export const subjects = {
  automation_changes: {
    instructor_ids: '(select app.instructors_of(s) from public.shifts s where s.id = x.entity_id)',
  },
  automation_rules: { user_id: 'x.owner_id' },
  automation_runs: { done_by: 'app.real_uid()', done_at: 'x.finished_at' },
  // The trail of its shift says who acted. The student's advisors are not notified of it.
  assignments: {
    row: `'{}'`,
    school_id: 'x.school_id',
    done_by: 'app.real_uid()',
    done_at: lastDone('e.shift_id = x.shift_id and e.assignment_id = x.id'),
    member_id: 'x.student_id',
    student: '(select u.full_name from public.users u where u.id = x.student_id)',
    instructor_ids: '(select app.instructors_of(s) from public.shifts s where s.id = x.shift_id)',
  },
  capstone_projects: {
    preceptor_ids: `array(select n.preceptor_id from public.capstone_nominations n where n.project_id = x.id
      union select d.preceptor_id from public.capstone_days d where d.project_id = x.id
      union select c.preceptor_id from public.capstone_concerns c where c.project_id = x.id)`,
  },
  cohort_changes: {
    student_ids:
      'array(select m.student_id from public.cohort_memberships m where x.id in (m.begun_by_change, m.ended_by_change))',
  },
  consents: {},
  // The submitter names the facility; no one there is notified of it, except those who review the facility's own types.
  credentials: {
    facility_id: 'null',
    created_by: 'coalesce(x.created_by, x.person_id)',
    decider_ids: `array(select distinct g.user_id from public.credential_types t cross join lateral app.facility_line(t.owner_facility_id) l
      join public.facility_admin_permissions g on g.facility_id = l.id and g.permission_type = 'verifier'
      join lateral app.effective_permissions(g.user_id) e on e.facility_id = l.id and e.permission_type = 'verifier' where t.id = x.type_id)`,
  },
  departures: {
    school_id: '(select u.linked_school_id from public.users u where u.id = x.user_id)',
    facility_id: '(select u.linked_facility_id from public.users u where u.id = x.user_id)',
  },
  evaluations: {},
  hours_entries: {},
  // The person at the school who asked the student about the hours.
  hours_requests: {
    created_by: 'coalesce(x.created_by, x.student_id)',
    asker_id: 'x.decided_by',
    student: '(select u.full_name from public.users u where u.id = x.student_id)',
  },
  // A person who requests a new one has a link but no session; the administrators of the school or facility itself are named.
  invitations: {
    school_id: 'null',
    facility_id: 'null',
    administrator_ids: `array(select u.id from public.users u where u.status = 'active' and u.email_verified
      and (u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = x.school_id
        or u.role = 'facility_admin' and u.linked_facility_id = x.facility_id))`,
  },
  makeup_needs: {},
  mapping_runs: {},
  // The proposer. If the row names a school and a facility, only the school is notified.
  mappings: { requester_id: 'x.created_by' },
  open_slots: {
    school_ids: `array(select p.id from app.partner_schools(x.facility_id) p where x.school_ids = '{}' or p.id = any (x.school_ids))`,
  },
  ownership_transfers: { user_id: 'x.nominee_id', requester_id: 'x.from_id' },
  partnerships: {
    facility_id: 'x.organization_id',
    site_ids: 'array(select s.site_id from public.partnership_sites s where s.partnership_id = x.id)',
  },
  permission_requests: { decider_ids: 'app.deciders_of(x)' },
  preceptors: {},
  remediation_plans: {},
  schools: { school_id: 'x.id' },
  semester_reports: {},
  shift_incidents: { reader_ids: readersOf('x.shift_id') },
  shift_reports: {
    reader_ids: readersOf('x.id'),
    instructor_ids: '(select app.instructors_of(s) from public.shifts s where s.id = x.id)',
  },
  shift_swaps: {},
  // As with assignments: current leaders, students with a seat or a request, leaders who left with this change, and leaders who joined
  // since.
  shifts: {
    row: `'{}'`,
    school_id: 'x.school_id',
    facility_id: 'x.facility_id',
    covered_unit: 'x.facility_id',
    done_by: 'app.real_uid()',
    done_at: lastDone('e.shift_id = x.id'),
    instructor_ids: 'app.instructors_of(x)',
    leader_ids: 'array(select app.shift_leaders(x))',
    left_ids: saidOf('left'),
    joined_ids: saidOf('joined'),
    seat_ids: seatsOf(`'offered', 'assigned', 'checked_in'`),
    asked_ids: seatsOf(`'requested', 'waitlisted'`),
  },
  signup_requests: {},
  student_leaves: {
    created_by: 'x.recorded_by',
    advisor_ids: `array(select a.user_id from public.cohort_memberships m join public.cohort_advisors a on a.cohort_id = m.cohort_id
      join public.users u on u.id = a.user_id and u.role = 'proctor' where m.student_id = x.student_id and m.to_date is null)`,
  },
  subscriptions: {
    user_id: '(select o.owner_id from public.billing_owners o where o.school_id = x.school_id)',
  },
  // Also written by a person who just changed a permission of this user.
  users: {
    user_id: 'x.id',
    done_by: 'app.real_uid()',
    done_at: `(select max(e.at) from public.permission_events e where e.user_id = x.id and e.subject = 'permission' and e.at >= now() and e.actor_id = app.real_uid())`,
  },
  wishlist_options: { facility_id: 'x.unit_id' },
  wishlist_concerns: { created_by: 'x.student_id' },
} as const satisfies Record<string, Record<string, string>>

/** When the caller last did something that is in a shift's trail, if it was in this transaction. */
function lastDone(which: string): string {
  return `(select max(e.at) from public.shift_events e where ${which} and e.at >= now() and e.actor_id = app.real_uid())`
}

/**
 * People whom the lines of a shift's trail from this transaction name. Lines about a seat are ignored, because their writer chooses the
 * text.
 */
function saidOf(word: string): string {
  return `array(select p.id from public.shift_events e, string_to_table(e.details ->> '${word}', ' ') p (id) where e.shift_id = x.id and e.assignment_id is null and e.at >= now() and p.id <> '')`
}

/** The readers of a shift's incidents at its facility. */
function readersOf(shift: string): string {
  return `array(select l.user_id from app.incident_readers l where l.shift_id = ${shift})`
}

function seatsOf(states: string): string {
  return `array(select a.student_id from public.assignments a where a.shift_id = x.id and a.school_id = x.school_id and a.status in (${states}))`
}

/** The SQL of the view: one JSON row for each row of these tables. No login reads it. */
export function subjectsSql(): string {
  const rows = Object.entries(subjects).map(([table, more]) => {
    const { row = 'to_jsonb(x)', ...others }: Record<string, string> = more
    const added = Object.entries(others).map(([name, value]) => `'${name}', ${value}`)
    const facts = [row, ...(added.length > 0 ? [`jsonb_build_object(${added.join(', ')})`] : [])]
    return `select '${table}' as entity, x.id, ${facts.join(' || ')} as facts from public.${table} x`
  })
  return `create or replace view app.subjects with (security_invoker = true) as
${rows.join('\nunion all ')};`
}
