import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { hasGraduated } from '#features/cohorts/server/public.ts'
import { inQueue } from '#features/evaluations/rules.ts'
import type { DashboardSemester, SetUpStep } from '../../contract.ts'

export async function findSchool(tx: Tx) {
  const { rows } = await sql<{
    id: string
    name: string
    city: string | null
    state: string | null
    time_zone: string
  }>`
    select id, name, city, state, time_zone from public.schools where id = (select app.selected_school_id())`.execute(
    tx,
  )
  return rows[0]
}

/** The current semester of a school and the one after it: active semesters that are not over, the earliest start first. */
export async function currentAndNextSemester(
  tx: Tx,
  schoolId: string,
  today: string,
): Promise<DashboardSemester[]> {
  const { rows } = await sql<DashboardSemester>`
    select s.id, s.name, s.start_date, s.end_date, s.settings,
      (select coalesce(jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name) order by h.date), '[]')
        from public.holidays h where h.date between s.start_date and s.end_date) as holidays,
      (select count(*) from public.shifts x where x.semester_id = s.id and x.status = 'draft') as draft_shifts
    from public.semesters s
    where s.school_id = ${schoolId} and s.is_active and s.end_date >= ${today}
    order by s.start_date limit 3`.execute(tx)
  return rows
}

/** True if a school has someone with a role, or invited to it. */
const anyOf = (schoolId: string, role: 'student' | 'proctor') => sql`(
  exists (select from public.users where linked_school_id = ${schoolId} and role = ${role} and status <> 'deactivated')
  or exists (select from public.invitations where school_id = ${schoolId} and role = ${role} and status in ('sent', 'opened') and expires_at > now()))`

export async function schoolFigures(tx: Tx, schoolId: string) {
  const { rows } = await sql<{
    students: number
    proctors: number
    open_invitations: number
    waiting_for_approval: number
    credentials_to_review: number
    hours_to_approve: number
    without_cohort: number
    open_incidents: number
    reports_to_accept: number
    reports_overdue: number
    evaluations_to_verify: number
    capstone_concerns: number
    capstones_to_review: number
    wishlist_concerns: number
    semester_reports_to_review: number
    semester_reports_semester: string | null
    plans_to_sign: number
    suggestions: number
    partnerships: string[]
    open_steps: SetUpStep[]
  }>`select
    (select count(*) from public.users where linked_school_id = ${schoolId} and role = 'student' and status = 'active') as students,
    (select count(*) from public.users where linked_school_id = ${schoolId} and role = 'proctor' and status = 'active') as proctors,
    (select count(*) from public.invitations where school_id = ${schoolId} and status in ('sent', 'opened') and expires_at > now()) as open_invitations,
    (select count(*) from public.signup_requests where school_id = ${schoolId} and status = 'pending') as waiting_for_approval,
    (select count(*) from public.credentials c join public.credential_types t on t.id = c.type_id
      where c.school_id = ${schoolId} and c.status in ('submitted', 'in_review') and t.owner_facility_id is null
        and c.person_id not in ((select app.uid()), (select app.real_uid()))) as credentials_to_review,
    (select count(*) from public.hours_requests where school_id = ${schoolId} and status = 'pending') as hours_to_approve,
    (select count(*) from public.users u where linked_school_id = ${schoolId} and role = 'student' and status = 'active'
      and exists (select from public.cohorts where school_id = ${schoolId})
      and not exists (select from app.current_memberships m where m.student_id = u.id)
      and not ${hasGraduated(sql`u.id`)}) as without_cohort,
    (select count(*) from public.shift_incidents i
      where i.school_id = ${schoolId} and not exists (select from public.shift_incident_closings c where c.incident_id = i.id)) as open_incidents,
    (select count(*) from public.shift_reports where school_id = ${schoolId} and status = 'submitted') as reports_to_accept,
    (select count(*) from public.shift_reports
      where school_id = ${schoolId} and status in ('due', 'draft', 'returned') and due_at < now()) as reports_overdue,
    (select count(*) from public.evaluations where school_id = ${schoolId} and status = any (${[...inQueue]}::text[])
      and not is_self and superseded_at is null) as evaluations_to_verify,
    (select count(*) from public.capstone_concerns where school_id = ${schoolId} and answer is null) as capstone_concerns,
    (select count(*) from public.wishlist_concerns where school_id = ${schoolId} and status = 'open') as wishlist_concerns,
    (select count(*) from public.capstone_projects where school_id = ${schoolId} and status in ('submitted', 'under_review'))
      + (select count(*) from public.capstone_nominations where school_id = ${schoolId} and status = 'proposed') as capstones_to_review,
    (select count(*) from public.semester_reports where school_id = ${schoolId} and status = 'school_review') as semester_reports_to_review,
    (select s.id from public.semesters s where s.school_id = ${schoolId} and exists (select from public.semester_reports r
      where r.semester_id = s.id and r.school_id = s.school_id and r.status = 'school_review') order by s.start_date limit 1) as semester_reports_semester,
    (select count(*) from public.remediation_plans p where p.school_id = ${schoolId} and p.status = 'open' and p.actions is not null
      and not exists (select from public.remediation_signatures g where g.plan_id = p.id and g.party = 'lead')) as plans_to_sign,
    (select count(*) from public.automation_changes where school_id = ${schoolId} and status = 'suggested') as suggestions,
    array(select id from public.partnerships where school_id = ${schoolId}
      and (status in ('requested', 'under_review') and direction = 'facility_invited'
        or status in ('active', 'suspended', 'expired') and ends_on is null and proposal_party = 'facility') order by id) as partnerships,
    array_remove(array[
      (select case when not bool_or(is_active) then 'activation' when count(*) = 0 then 'semester' end from public.semesters
        where school_id = ${schoolId} and archived_at is null and end_date >= app.school_today(school_id)),
      case when not exists (select from public.programs where school_id = ${schoolId}) then 'program' end,
      case when not exists (select from public.cohorts where school_id = ${schoolId}) then 'cohort' end,
      case when not ${anyOf(schoolId, 'student')} then 'students' end,
      case when not ${anyOf(schoolId, 'proctor')} then 'proctors' end,
      case when not exists (select from public.credential_requirements where school_id = ${schoolId} and status = 'active')
        and not exists (select from public.shifts where school_id = ${schoolId} and status <> 'draft') then 'requirements' end,
      case when not exists (select from public.partnerships where school_id = ${schoolId} and status not in ('declined', 'withdrawn', 'terminated')) then 'partnership' end
    ], null) as open_steps`.execute(tx)
  return rows[0]!
}
