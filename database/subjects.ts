/**
 * Rows that people may be notified of (`app.notify_of_row`), each with what it lacks: under the common names, whose school or place it is and who
 * wrote it, and people whom it names in another table. Each start writes them to the view `app.subjects`.
 */
export const subjects = {
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
  // Who sends one names the place: no one there is notified of it.
  credentials: { facility_id: 'null' },
  departures: {
    school_id: '(select u.linked_school_id from public.users u where u.id = x.user_id)',
    facility_id: '(select u.linked_facility_id from public.users u where u.id = x.user_id)',
  },
  evaluations: {},
  hours_entries: {},
  hours_requests: { created_by: 'coalesce(x.created_by, x.student_id)' },
  // Who asks for a new one has a link, and no session: those who administer the place itself are named.
  invitations: {
    school_id: 'null',
    facility_id: 'null',
    administrator_ids: `array(select u.id from public.users u where u.status = 'active' and u.email_verified
      and (u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = x.school_id
        or u.role = 'facility_admin' and u.linked_facility_id = x.facility_id))`,
  },
  makeup_needs: {},
  open_slots: {
    school_ids: `array(select p.id from app.partner_schools(x.facility_id) p where x.school_ids = '{}' or p.id = any (x.school_ids))`,
  },
  partnerships: {
    facility_id: 'x.organization_id',
    site_ids: 'array(select s.site_id from public.partnership_sites s where s.partnership_id = x.id)',
  },
  permission_requests: { decider_ids: 'app.deciders_of(x)' },
  preceptors: {},
  remediation_plans: {},
  schools: { school_id: 'x.id' },
  semester_reports: {},
  shift_incidents: {},
  shift_reports: {
    shift_id: 'x.id',
    instructor_ids: '(select app.instructors_of(s) from public.shifts s where s.id = x.id)',
  },
  shift_swaps: {},
  signup_requests: {},
  student_leaves: { created_by: 'x.recorded_by' },
  users: { user_id: 'x.id' },
  wishlist_options: { facility_id: 'x.unit_id' },
  wishlist_concerns: { created_by: 'x.student_id' },
} as const satisfies Record<string, Record<string, string>>

/** SQL of the view: one row for each row of these tables, as JSON. No login reads it. */
export function subjectsSql(): string {
  const rows = Object.entries(subjects).map(([table, more]) => {
    const added = Object.entries(more).map(([name, value]) => `'${name}', ${value}`)
    const facts = ['to_jsonb(x)', ...(added.length > 0 ? [`jsonb_build_object(${added.join(', ')})`] : [])]
    return `select '${table}' as entity, x.id, ${facts.join(' || ')} as facts from public.${table} x`
  })
  return `create or replace view app.subjects with (security_invoker = true) as
${rows.join('\nunion all ')};`
}
