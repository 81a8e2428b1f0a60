import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { activeSeats } from '#core/seat-statuses.ts'
import { rosterStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { OpenItem } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { openItemsOf } from '../../rules.ts'

/** The missing credentials of these people, as text; leaves out people the caller may not know about. */
export type ReadinessOf = (
  tx: Tx,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { missing: readonly string[] }>>

/** The required hours that these people are missing, as text; leaves out those who have them all. */
export type MissingHoursOf = (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** What is looked up in features that depend on this one. */
export type Lookups = { readinessOf: ReadinessOf; missingHoursOf: MissingHoursOf }

type Of = { id: string; today: PlainDate; expected_graduation: PlainDate }

/** What is still open before a cohort graduates, by student, then the unanswered invitations. */
export async function listOpenItems(tx: Tx, id: string, lookups: Lookups): Promise<OpenItem[]> {
  const { rows } = await sql<Of>`
    select c.id, c.expected_graduation, app.school_today(c.school_id) as today from public.cohorts c
    where c.id = ${id}::uuid and app.administers_school(c.school_id)`.execute(tx)
  const cohort = rows[0] ?? refuse(cohortRefusals, refusal('cohort.missing'))
  const members = await listMembers(tx, cohort, lookups)
  const invited = await listInvited(tx, id)
  return [
    ...members.flatMap(({ items, student_id, full_name }) =>
      items.map((item) => ({ student_id, full_name, ...item })),
    ),
    ...invited.map((one) => ({ ...one, student_id: null, item: 'invitation_open' as const })),
  ]
}

/** The current and future members of a cohort, with the open items of each. */
export async function listMembers(tx: Tx, cohort: Of, { readinessOf, missingHoursOf }: Lookups) {
  const members = await tx
    .selectFrom('cohort_memberships as m')
    .leftJoin('users as u', 'u.id', 'm.student_id')
    .select([
      'm.student_id',
      'm.from_date',
      'u.full_name',
      'u.status',
      'u.student_number',
      'u.graduation_date',
      sql<number>`(select count(*)::integer from public.assignments a join public.shifts s on s.id = a.shift_id
        where a.student_id = m.student_id and a.school_id = m.school_id and a.status in ${listed(activeSeats)}
          and s.ends_at > now() and s.status in ${listed(rosterStates)})`.as('shifts_ahead'),
    ])
    .where('m.cohort_id', '=', cohort.id)
    .where('m.to_date', 'is', null)
    .orderBy('u.full_name')
    .orderBy('m.student_id')
    .execute()
  const ids = members.map(({ student_id: id }) => id)
  const [readiness, hours] = await Promise.all([readinessOf(tx, ids), missingHoursOf(tx, ids)])
  return members.map((member) => {
    // This school may not check someone who now belongs to another school.
    const items =
      member.status === null
        ? []
        : openItemsOf(
            {
              ...member,
              status: member.status,
              missing_hours: hours.get(member.student_id) ?? null,
              missing_credentials: readiness.get(member.student_id)?.missing ?? [],
            },
            cohort,
          )
    const full_name = member.full_name ?? ''
    return { ...member, full_name, items, open_items: items.length }
  })
}

/** The open invitations to a cohort. */
export async function listInvited(
  tx: Tx,
  id: string,
): Promise<{ full_name: string; detail: string | null }[]> {
  const { rows } = await sql<{ full_name: string; detail: string | null }>`
    select coalesce(v.full_name, v.email) as full_name, v.email as detail
    from public.invitations v join public.cohorts c on c.school_id = v.school_id
    where c.id = ${id}::uuid and v.role = 'student' and v.status in ('sent', 'opened') and v.expires_at > now()
      and lower(btrim(v.cohort_name)) = any (array[lower(c.name), lower(c.code)] || c.former_names)
    order by 1, 2`.execute(tx)
  return rows
}
