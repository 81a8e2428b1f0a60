import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { isCalledOff, isInCalendar } from '../../rules.ts'
import type { CalendarShift } from '../calendar.ts'
import type { Reader } from '../commands/open-feed.ts'

type Seat = { id: string; seat_version: number; has_left: boolean; seat_updated_at: string | null }

/** How many days back a calendar goes. */
const DAYS_BACK = 183

/** The shifts that an address may see, by their start, as app_auth in a transaction opened with its hash. */
const seenByAddress = (tx: Tx, { user_id: me, role }: Reader) =>
  tx
    .selectFrom('shifts as s')
    .innerJoin(sql<Seat>`app.calendar_feed_shifts()`.as('h'), 'h.id', 's.id')
    .innerJoin('schools as c', 'c.id', 's.school_id')
    .leftJoin('facilities as f', 'f.id', 's.facility_id')
    .leftJoin('facilities as above', 'above.id', 'f.parent_id')
    .leftJoin('sites as site', (join) =>
      join.on('site.id', '=', sql<string>`case f.kind when 'unit' then above.id else f.id end`),
    )
    .select([
      's.id',
      's.title',
      's.status',
      's.time_zone',
      's.starts_at',
      's.ends_at',
      'c.name as school_name',
      'f.name as facility_name',
      'above.name as above_name',
      'f.kind',
      'site.address',
      'site.postal_code',
      sql<number>`s.version + h.seat_version`.as('version'),
      sql<string>`greatest(s.updated_at, h.seat_updated_at)`.as('updated_at'),
      sql<boolean>`h.has_left or ${role} = 'proctor' and ${me} is distinct from s.proctor_id and ${me} <> all (s.more_proctor_ids)`.as(
        'has_left',
      ),
      sql<boolean>`s.published_at is not null`.as('is_published'),
      sql<string[]>`array(select e.event from public.shift_events e where e.shift_id = s.id)`.as('events'),
    ])
    .where('s.date', '>=', sql<string>`current_date - ${DAYS_BACK}::integer`)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute()

/** The shifts of an address's owner, as their calendar shows them. */
export async function shiftsBehind(tx: Tx, reader: Reader): Promise<CalendarShift[]> {
  const isStudent = reader.role === 'student'
  const rows = await seenByAddress(tx, reader)
  const { rows: clearances } = await sql<{
    shift_id: string
    status: NonNullable<CalendarShift['clearance']>
  }>`
    select * from app.calendar_feed_clearances()`.execute(tx)
  const byShift = Map.groupBy(clearances, ({ shift_id: id }) => id)
  return rows
    .filter(({ events, ...row }) =>
      isInCalendar(
        { ...row, was_published: events.includes('publish'), was_agreed: events.length > 0 },
        reader.role,
      ),
    )
    .map(({ facility_name: facility, above_name: above, kind, address, postal_code: postal, ...row }) => {
      const seats = byShift.get(row.id) ?? []
      return {
        id: row.id,
        version: row.version,
        title: row.title ?? 'Clinical shift',
        school_name: row.school_name,
        unit_name: kind === 'unit' ? facility : null,
        site_name: kind === 'unit' ? above : facility,
        address: [address, postal].filter(Boolean).join(', '),
        time_zone: row.time_zone,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        is_cancelled: isCalledOff(row),
        updated_at: row.updated_at,
        clearance: isStudent ? (seats[0]?.status ?? null) : null,
        uncleared: isStudent ? 0 : seats.filter(({ status }) => status === 'not_cleared').length,
      }
    })
}
