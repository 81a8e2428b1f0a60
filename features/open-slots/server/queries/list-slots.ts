import { type RawBuilder, sql } from 'kysely'
import type { Specialty } from '#features/facilities/contract.ts'
import { agreementGapText } from '#features/partnerships/rules.ts'
import { type LimitFacts, limitsFrom } from '#features/shifts/rules.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { EXPORT_PAGE } from '#features/shifts/server/public.ts'
import type { SlotRow, SlotStatus } from '../../contract.ts'
import { blockerOf, type SlotFacts } from '../../rules.ts'
import { blockerInWords } from '../blocker-in-words.ts'
import { factsOfSlot } from './facts-of-slot.ts'

export type SlotFilter = {
  role: Role
  school_id?: string | undefined
  here: boolean
  facility_id?: string | undefined
  specialty?: Specialty | undefined
  status?: SlotStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Repeats the condition of the caller's policy so that an index is used: the combined policies of all roles are checked row by row. */
function within(role: Role): RawBuilder<unknown> {
  if (role === 'superadmin') return sql`true`
  if (role === 'facility_admin')
    return sql`o.facility_id = any (array(select app.facility_scope((select app.facility_id()))))`
  return sql`(o.school_id = (select app.school_id()) or o.facility_id = any (array(select app.partner_facilities((select app.school_id())))))`
}

/** The conditions of a filter. The policies decide which slots the caller sees; a superadmin, who sees all, names a school or facility. */
function conditions(filter: SlotFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [within(filter.role)]
  if (filter.school_id)
    all.push(sql`(o.school_id = ${filter.school_id}::uuid or (o.status = 'open'
      and (o.school_ids = '{}' or ${filter.school_id}::uuid = any (o.school_ids))
      and o.facility_id = any (array(select app.partner_facilities(${filter.school_id}::uuid)))))`)
  if (filter.here)
    all.push(sql`o.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`)
  if (filter.facility_id)
    all.push(sql`o.facility_id = any (array(select app.facility_scope(${filter.facility_id}::uuid)))`)
  if (filter.specialty) all.push(sql`o.specialty = ${filter.specialty}`)
  // A slot that has begun can't be taken, even in the minute before the scheduler lets it expire.
  if (filter.status === 'open') all.push(sql`o.status = 'open' and o.starts_at > now()`)
  else if (filter.status) all.push(sql`o.status = ${filter.status}`)
  if (filter.from) all.push(sql`o.date >= ${filter.from}::date`)
  if (filter.to) all.push(sql`o.date <= ${filter.to}::date`)
  return sql.join(all, sql` and `)
}

/** Open slots by day; blockers are computed only for the rows of the page. */
export async function listSlots(
  tx: Tx,
  filter: SlotFilter,
  page: { forSchool: string | null; limit: number; offset: number },
): Promise<{ rows: SlotRow[]; total: number; open: number }> {
  return { rows: await rowsOf(tx, conditions(filter), page), ...(await countSlots(tx, filter)) }
}

/** Same for a file, page by page: the rows after the given slot, or the first. */
export const listSlotsAfter = (
  tx: Tx,
  filter: SlotFilter,
  { forSchool, after }: { forSchool: string | null; after: SlotRow | undefined },
): Promise<SlotRow[]> =>
  rowsOf(
    tx,
    after
      ? sql`${conditions(filter)} and (o.date, o.starts_at, o.id) > (${after.date}::date, ${after.starts_at}::timestamptz, ${after.id}::uuid)`
      : conditions(filter),
    { forSchool, limit: EXPORT_PAGE, offset: 0 },
  )

type Read = Omit<SlotRow, 'blocker'> &
  Omit<SlotFacts, 'unit' | 'full' | 'uncovered'> & {
    limits: LimitFacts | null
    unit_kind: string
    unit_status: string
  }

/** Why the agreement does not cover a slot; null if it leaves at least one seat, or sets no number. */
const uncoveredIn = ({ agreement }: LimitFacts): string | null =>
  agreement?.seats === 0 ? agreementGapText({ ...agreement.facts, asked: 1 }) : null

/** The other limits that leave no seat. */
const fullLimits = (facts: LimitFacts) =>
  limitsFrom({ ...facts, agreement: null }).filter(({ applies, seats }) => applies && seats === 0)

async function rowsOf(
  tx: Tx,
  where: RawBuilder<unknown>,
  { forSchool, limit, offset }: { forSchool: string | null; limit: number; offset: number },
): Promise<SlotRow[]> {
  const { rows } = await sql<Read>`
    with shown as materialized (select o.* from public.open_slots o where ${where} order by o.date, o.starts_at, o.id limit ${limit} offset ${offset})
    select o.id, o.facility_id, f.name as unit_name, p.name as site_name, g.name as organization_name, o.date, to_char(o.start_time, 'HH24:MI') as start_time,
      to_char(o.end_time, 'HH24:MI') as end_time, o.time_zone, o.starts_at, o.ends_at, o.specialty, o.experience_type, o.seats, o.note, o.status, o.status_reason,
      case when ${forSchool}::uuid is null then coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name, n.id)
        from public.schools n where n.id = any (o.school_ids)), '[]') else '[]' end as offered_to, c.name as school_name, o.shift_id, x.status as shift_status,
      k.semester_id, k.limits, f.kind as unit_kind, f.status as unit_status, o.version
    from shown o
    join public.facilities f on f.id = o.facility_id left join public.facilities p on p.id = f.parent_id left join public.facilities g on g.id = p.parent_id
    left join public.schools c on c.id = o.school_id left join public.shifts x on x.id = o.shift_id and x.school_id = o.school_id
    ${factsOfSlot(sql`o`, forSchool, 'limits')}
    order by o.date, o.starts_at, o.id`.execute(tx)
  return rows.map(({ semester_id, limits, unit_kind: kind, unit_status: status, ...row }) => ({
    ...row,
    // Blockers are known only for open slots, and only for a school.
    blocker:
      limits === null
        ? null
        : blockerInWords(
            blockerOf({
              semester_id,
              uncovered: uncoveredIn(limits),
              full: fullLimits(limits),
              unit: { name: row.unit_name, kind, status },
            }),
          ),
  }))
}

/** Counts the slots, and those that can still be taken. */
export async function countSlots(tx: Tx, filter: SlotFilter): Promise<{ total: number; open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::integer as total, count(*) filter (where o.status = 'open' and o.starts_at > now())::integer as open
    from public.open_slots o where ${conditions(filter)}`.execute(tx)
  return rows[0]!
}
