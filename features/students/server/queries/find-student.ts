import { cohortStatus, openMembership } from '#features/cohorts/server/public.ts'
import { invitationState } from '#features/invitations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Student, StudentPage } from '../../contract.ts'
import { summarizeStudents } from './summarize-students.ts'

/** One student with their cohorts and invitations; undefined if the caller may not see them. */
export async function findStudent(tx: Tx, id: string): Promise<Student | undefined> {
  const { rows } = await sql<Student>`
    select u.id, u.linked_school_id as school_id, s.name as school_name, u.full_name, u.email, u.email_verified, u.status, u.student_number,
      u.phone, u.graduation_date, u.license_in_progress, u.created_at, u.version, l.at as last_sign_in,
      coalesce(app.school_today(u.linked_school_id), current_date) as today, coalesce(app.administers_school(u.linked_school_id), false) as may_change,
      coalesce((select jsonb_agg(jsonb_build_object('membership_id', m.id, 'cohort_id', m.cohort_id, 'cohort_name', c.name, 'from_date', m.from_date,
          'to_date', m.to_date, 'reason', m.reason, 'end_reason', m.end_reason, 'by_name', b.full_name, 'created_at', m.created_at)
          order by m.from_date, m.created_at, m.to_date)
        from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id left join public.users b on b.id = m.created_by
        where m.student_id = u.id), '[]') as stays,
      (select jsonb_build_object('id', c.id, 'name', c.name, 'expected_graduation', c.expected_graduation,
          'status', ${cohortStatus}, 'membership_id', ${openMembership})
        from app.current_memberships m join public.cohorts c on c.id = m.cohort_id
        where m.student_id = u.id and m.school_id = u.linked_school_id) as cohort,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'state', ${invitationState},
          'cohort_name', i.cohort_name, 'sent_at', i.sent_at, 'accepted_at', i.accepted_at, 'expires_at', i.expires_at) order by i.sent_at desc)
        from public.invitations i where i.school_id = u.linked_school_id and (i.accepted_user_id = u.id or i.email = u.email)), '[]') as invitations
    from public.users u
    left join public.schools s on s.id = u.linked_school_id
    left join app.last_sign_ins(u.linked_school_id, array[u.id]) l on true
    where u.id = ${id} and u.role = 'student' and u.email_verified`.execute(tx)
  return rows[0]
}

/** The same, with the summary that administrators see on the student's page. */
export async function findPage(tx: Tx, id: string): Promise<StudentPage | undefined> {
  const student = await findStudent(tx, id)
  if (!student) return undefined
  const summary = student.may_change ? (await summarizeStudents(tx, [id])).get(id) : undefined
  return { ...student, summary: summary ?? null }
}
