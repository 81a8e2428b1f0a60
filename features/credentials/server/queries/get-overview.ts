import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { worstByType } from '../../rules.ts'
import { expiringOf } from './list-expirations.ts'
import { checkStudents } from './list-students.ts'

type Waiting = { type_id: string; type_name: string; waiting: number; oldest: string; is_own: boolean }

const sum = (rows: readonly Waiting[]): number => rows.reduce((all, row) => all + row.waiting, 0)

/** A school's compliance at a glance: what is waiting, who is not cleared, what expires in 30 days, and what is missing most. */
export async function getOverview(tx: Tx, today: PlainDate) {
  const { rows: waiting } = await sql<Waiting>`
    select c.type_id, t.name as type_name, count(*)::int as waiting, min(c.submitted_at) as oldest, t.owner_facility_id is null as is_own
    from public.credentials c join public.credential_types t on t.id = c.type_id
    where c.school_id = (select app.selected_school_id()) and c.status in ('submitted', 'in_review') and c.person_id not in ((select app.uid()), (select app.real_uid()))
    group by c.type_id, t.name, t.owner_facility_id order by t.name`.execute(tx)
  const { rows: counts } = await sql<{ expiring: number; required: number }>`
    select (select count(*) from (${expiringOf(today, { within: 30 })}) e)::int as expiring,
      (select count(*) from public.credential_requirements r where r.school_id = (select app.selected_school_id()) and r.status = 'active')::int as required`.execute(
    tx,
  )
  const own = waiting.filter(({ is_own: isOwn }) => isOwn)
  const students = await checkStudents(tx, today)
  const types = new Map(
    waiting.map((row) => [
      row.type_id,
      { type_id: row.type_id, type_name: row.type_name, missing: 0, waiting: row.waiting },
    ]),
  )
  for (const { clearance } of students)
    for (const item of worstByType(clearance.items)) {
      if (!item.is_mandatory || item.gap_on === null) continue
      const row = types.get(item.type_id) ?? {
        type_id: item.type_id,
        type_name: item.type_name,
        missing: 0,
        waiting: 0,
      }
      types.set(item.type_id, { ...row, missing: row.missing + 1 })
    }
  return {
    waiting: sum(own),
    with_facilities: sum(waiting) - sum(own),
    oldest_waiting: own.map(({ oldest }) => oldest).toSorted()[0] ?? null,
    students: students.length,
    not_cleared: students.filter(({ clearance }) => clearance.status === 'not_cleared').length,
    ...counts[0]!,
    by_type: [...types.values()].toSorted(
      (a, b) => b.missing - a.missing || a.type_name.localeCompare(b.type_name),
    ),
  }
}
