import { endStates } from '#core/shift-statuses.ts'
import { cohortStatus } from '#features/cohorts/server/public.ts'
import { invitationState } from '#features/invitations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { PersonDetail } from '../../contract.ts'

/** The current and upcoming shifts that a person `u` leads, without canceled or declined ones. */
const shiftsToLead = sql`(select x.date from public.shifts x where u.id = any (app.instructors_of(x)) and x.school_id = u.linked_school_id
  and x.ends_at > now() and x.status <> all (${[...endStates]}::text[]))`

/** One person of the selected school; undefined for everyone else, and for unverified addresses. */
export async function findPerson(tx: Tx, id: string): Promise<PersonDetail | undefined> {
  const { rows } = await sql<PersonDetail>`
    select u.id, u.full_name, u.email, u.role, u.status, u.student_number, u.phone, u.graduation_date, u.created_at, u.email_verified,
      l.at as last_sign_in,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
          'status', ${cohortStatus}) order by c.start_date desc)
        from public.cohort_advisors a join public.cohorts c on c.id = a.cohort_id where a.user_id = u.id and c.status <> 'archived'), '[]') as cohorts,
      (select count(*)::integer from ${shiftsToLead} x) as coming_shifts,
      (select min(x.date)::text from ${shiftsToLead} x) as next_shift,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'state', ${invitationState}, 'sent_at', i.sent_at,
          'accepted_at', i.accepted_at) order by i.sent_at desc)
        from public.invitations i where i.school_id = u.linked_school_id and (i.accepted_user_id = u.id or i.email = u.email)), '[]') as invitations
    from public.users u
    left join app.last_sign_ins(u.linked_school_id, array[u.id]) l on true
    where u.id = ${id} and u.email_verified and u.linked_school_id = (select app.selected_school_id())`.execute(
    tx,
  )
  return rows[0]
}
