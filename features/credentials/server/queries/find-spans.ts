import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { takenSeats } from '#core/seat-statuses.ts'
import { liveStates, unplannedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

/** A shift as clearance needs it: its own day, the last day of its rotation, and its unit, site and organization. */
export type Span = {
  shift_id: string
  school_id: string
  date: PlainDate
  last: PlainDate
  facility_ids: string[]
  facility_name: string
}

/** The last day of a rotation is that of the last live shift of its series; a shift without a series is its own rotation (domain §2.8). */
const span = sql`s.id as shift_id, s.school_id, s.date,
  coalesce((select max(o.date) from public.shifts o where o.series_id = s.series_id and o.school_id = s.school_id
    and o.status not in ${listed(unplannedStates)}), s.date) as last,
  coalesce((select array_agg(l.id) from app.facility_line(s.facility_id) l), '{}') as facility_ids,
  coalesce((select f.name from public.facilities f where f.id = s.facility_id), '') as facility_name`

/** SQL: true if a shift has not ended. By its day alone, tonight's shift would be over as soon as the next day begins in UTC; the day is for the index. */
export const isToCome = (shift: RawBuilder<unknown>) =>
  sql`${shift}.date >= current_date - 1 and ${shift}.ends_at > now()`

/** SQL: true if this person leads shift s, alone or with others, and it will be held. */
export const isLedBy = (person: RawBuilder<unknown>) =>
  sql`s.status in ${listed(liveStates)} and (s.proctor_id = ${person} or s.more_proctor_ids @> array[${person}])`

/** A span with today's date at its school. */
type SpanToday = Span & { today: PlainDate }

/** Those of the given shifts that the caller may see. */
export async function findSpans(tx: Tx, shiftIds: readonly string[]): Promise<SpanToday[]> {
  const { rows } = await sql<SpanToday>`
    select ${span}, app.school_today(s.school_id) as today from public.shifts s where s.id = any (${shiftIds}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** A shift that the caller may see. */
export async function findSpan(tx: Tx, shiftId: string): Promise<SpanToday | undefined> {
  const [found] = await findSpans(tx, [shiftId])
  return found
}

/** The upcoming shifts on which this person has a seat, or which they lead, in order. */
export async function findSpansToCome(tx: Tx, personId: string): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select ${span} from public.shifts s
    where ${isToCome(sql`s`)} and s.status in ${listed(liveStates)}
      and (s.proctor_id = ${personId}::uuid or s.more_proctor_ids @> array[${personId}::uuid] or s.id in (select a.shift_id from public.assignments a
        where a.student_id = ${personId}::uuid and a.status in ${listed(takenSeats)}))
    order by s.starts_at, s.id`.execute(tx)
  return rows
}

/**
 * The next shift on which each of these people has a seat, or which they lead. Seats are
 * found by index. Shifts to lead, which students have none of, are found by reading all
 * upcoming ones: row-level security prevents use of the co-leader index.
 */
export async function findNextSpans(tx: Tx, ids: readonly string[]): Promise<Map<string, Span>> {
  const isNext = sql`${isToCome(sql`x`)} and x.status in ${listed(liveStates)}`
  const { rows } = await sql<Span & { person_id: string }>`
    select p.id as person_id, n.* from unnest(${ids}::uuid[]) p (id) left join public.users u on u.id = p.id
    cross join lateral (
      select c.id from (
        select x.id, x.starts_at from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
          where a.student_id = p.id and a.status in ${listed(takenSeats)} and ${isNext}
        union all select x.id, x.starts_at from public.shifts x where u.role is distinct from 'student' and ${isNext}
          and (x.proctor_id = p.id or x.more_proctor_ids <> '{}' and x.more_proctor_ids @> array[p.id])) c
      order by c.starts_at, c.id limit 1) c
    cross join lateral (select ${span} from public.shifts s where s.id = c.id) n`.execute(tx)
  return new Map(rows.map(({ person_id: id, ...next }) => [id, next]))
}
