import { type RawBuilder, sql } from 'kysely'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Locked } from '#features/shifts/server/public.ts'
import type { SlotFields, SlotRow, SlotStatus } from '../../contract.ts'
import { EXPORT_PAGE, inSql } from '#features/shifts/server/public.ts'

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

/** Where the policies let somebody look, said again so that an index finds it: the policies of all roles together are looked at row by row. */
function within(role: Role): RawBuilder<unknown> {
  if (role === 'superadmin') return sql`true`
  if (role === 'facility_admin')
    return sql`o.facility_id = any (array(select app.facility_scope((select app.facility_id()))))`
  return sql`(o.school_id = (select app.school_id()) or o.facility_id = any (array(select app.partner_places((select app.school_id())))))`
}

/** The policies say which places somebody sees; a superadmin, who sees all, says for which school or place. */
function conditions(filter: SlotFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [within(filter.role)]
  if (filter.school_id)
    all.push(sql`(o.school_id = ${filter.school_id}::uuid or (o.status = 'open'
      and (o.school_ids = '{}' or ${filter.school_id}::uuid = any (o.school_ids))
      and o.facility_id = any (array(select app.partner_places(${filter.school_id}::uuid)))))`)
  if (filter.here)
    all.push(sql`o.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`)
  if (filter.facility_id)
    all.push(sql`o.facility_id = any (array(select app.facility_scope(${filter.facility_id}::uuid)))`)
  if (filter.specialty) all.push(sql`o.specialty = ${filter.specialty}`)
  // What has begun is nobody's to take, also in the minute before the calendar says so.
  if (filter.status === 'open') all.push(sql`o.status = 'open' and o.starts_at > now()`)
  else if (filter.status) all.push(sql`o.status = ${filter.status}`)
  if (filter.from) all.push(sql`o.date >= ${filter.from}::date`)
  if (filter.to) all.push(sql`o.date <= ${filter.to}::date`)
  return sql.join(all, sql` and `)
}

/** Offered places by day; what stands in a school's way is asked for those of the page alone. */
export async function list(
  tx: Tx,
  filter: SlotFilter,
  page: { forSchool: string | null; limit: number; offset: number },
): Promise<{ rows: SlotRow[]; total: number; open: number }> {
  return { rows: await rowsOf(tx, conditions(filter), page), ...(await count(tx, filter)) }
}

/** The same list for a file, page after page: those behind the place that is given, or the first. */
export const listAfter = (
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

async function rowsOf(
  tx: Tx,
  where: RawBuilder<unknown>,
  { forSchool, limit, offset }: { forSchool: string | null; limit: number; offset: number },
): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    with shown as materialized (select o.* from public.open_slots o where ${where} order by o.date, o.starts_at, o.id limit ${limit} offset ${offset})
    select o.id, o.facility_id, f.name as unit_name, p.name as site_name, g.name as organization_name, o.date, to_char(o.start_time, 'HH24:MI') as start_time,
      to_char(o.end_time, 'HH24:MI') as end_time, o.time_zone, o.starts_at, o.ends_at, o.specialty, o.experience_type, o.seats, o.note, o.status, o.status_reason,
      case when ${forSchool}::uuid is null then coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name, n.id)
        from public.schools n where n.id = any (o.school_ids)), '[]') else '[]' end as offered_to, c.name as school_name, o.shift_id, x.status as shift_status,
      case when o.status = 'open' and ${forSchool}::uuid is not null then app.slot_obstacle(o, ${forSchool}::uuid) end as obstacle, o.version
    from (select (s::public.open_slots).* from shown s) o
    join public.facilities f on f.id = o.facility_id left join public.facilities p on p.id = f.parent_id left join public.facilities g on g.id = p.parent_id
    left join public.schools c on c.id = o.school_id left join public.shifts x on x.id = o.shift_id and x.school_id = o.school_id
    order by o.date, o.starts_at, o.id`.execute(tx)
  return rows
}

/** How many offered places there are, and how many of them can still be taken. */
export async function count(tx: Tx, filter: SlotFilter): Promise<{ total: number; open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::integer as total, count(*) filter (where o.status = 'open' and o.starts_at > now())::integer as open
    from public.open_slots o where ${conditions(filter)}`.execute(tx)
  return rows[0]!
}

export async function partners(tx: Tx, facilityId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from app.partner_schools(${facilityId}::uuid)`.execute(tx)
  return rows
}

export async function offer(tx: Tx, id: string, fields: SlotFields): Promise<number> {
  const { rows } = await sql<{ offered: number }>`
    select app.offer_slots(${id}::uuid, ${fields.facility_id}::uuid, ${fields.dates}::date[], ${fields.start_time}::time, ${fields.end_time}::time,
      ${fields.experience_type}, ${fields.seats}::integer, ${fields.note}, ${fields.school_ids}::uuid[]) as offered`.execute(
    tx,
  )
  return rows[0]!.offered
}

/** Waits for whoever has one of these places in hand, so that several are taken in one go and nobody waits in a circle. */
export async function hold(tx: Tx, slots: readonly Locked[]): Promise<void> {
  await sql`select app.hold_slots(${slots.map(({ id }) => id)}::uuid[])`.execute(tx)
}

export const slotCommands = {
  withdraw: (a: Locked & { reason: string }) =>
    inSql(sql`app.withdraw_slot(${a.id}::uuid, ${a.version}::integer, ${a.reason})`),
  take: (a: Locked & { schoolId: string; fields: object; late: string | null }) =>
    inSql(
      sql`app.take_slot(${a.id}::uuid, ${a.version}::integer, ${a.schoolId}::uuid, ${JSON.stringify(a.fields)}::jsonb, ${a.late})`,
    ),
}
