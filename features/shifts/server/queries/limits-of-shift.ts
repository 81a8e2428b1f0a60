import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { type CountedLimit, hardLimits, wordedLimits, type RoomInstead, type ShiftPlan } from '../../rules.ts'

/** The parts of a plan that the limits on its seats depend on. */
const limiting = [
  'date', 'start_time', 'end_time', 'starts_at', 'ends_at', 'time_zone', 'facility_id', 'experience_type', 'specialty', 'semester_id', 'cohort_ids',
  'proctor_id', 'more_proctor_ids', 'preceptor_id', 'more_preceptor_ids',
] as const satisfies readonly (keyof ShiftPlan)[] // prettier-ignore
export type PlanChange = Partial<Pick<ShiftPlan, (typeof limiting)[number]>>

/** What of a plan its limits depend on. */
export const planChange = (plan: ShiftPlan): PlanChange =>
  Object.fromEntries(limiting.map((field) => [field, plan[field]]))

/**
 * Every limit on the seats of a shift, as it is or with some of its plan changed. Keeps its unit until the end of the transaction: of
 * two who fill it at once the second counts what the first took.
 */
export async function holdLimits(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<SeatLimit[]> {
  const { rows } = await sql<CountedLimit>`
    select * from app.hold_limits(${id}::uuid, ${JSON.stringify(plan)}::jsonb, ${seats}::integer)`.execute(tx)
  return wordedLimits(rows)
}

/** The limits of a shift that may not be written yet, for who plans it or runs its unit. */
export async function limitsOfPlan(
  tx: Tx,
  shiftId: string | null,
  { capacity, semester_id: semesterId, ...fields }: PlanFields,
): Promise<SeatLimit[]> {
  const plan = JSON.stringify({ ...fields, ...(semesterId && { semester_id: semesterId }) })
  const { rows } = await sql<CountedLimit>`
    select l.limit_name, l.seats, l."values", l.applies, l.source_url
    from app.shift_span(${fields.date}::date, ${fields.start_time}::time, ${fields.end_time}::time, coalesce(
      (select f.time_zone from public.facilities f where f.id = ${fields.facility_id}::uuid),
      (select c.time_zone from public.schools c where c.id = ${fields.school_id}::uuid))) t
    cross join lateral app.limits_of_plan(${shiftId}::uuid,
      ${plan}::jsonb || jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at), ${capacity}::integer) l`.execute(
    tx,
  )
  return wordedLimits(rows)
}
type PlanFields = Partial<
  Pick<
    ShiftPlan,
    'specialty' | 'cohort_ids' | 'semester_id' | 'proctor_id' | 'more_proctor_ids' | 'more_preceptor_ids'
  >
> &
  Pick<ShiftPlan, 'date' | 'start_time' | 'end_time' | 'facility_id' | 'capacity'> & { school_id: string }

/**
 * Where there would be room for so many instead, asked only for a refusal: up to three units of the same site and specialty at that time,
 * and the next of three weeks on which the unit itself has room; null when nowhere near.
 */
export async function roomInstead(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<RoomInstead | null> {
  const { rows } = await sql<RoomInstead>`
    with p as materialized (select (jsonb_populate_record(x, ${JSON.stringify(plan)}::jsonb)).* from public.shifts x where x.id = ${id}::uuid),
    beside as materialized (
      select f.id, f.name from p join public.facilities home on home.id = p.facility_id join public.units mine on mine.id = home.id
      join public.facilities f on f.parent_id = home.parent_id and f.kind = 'unit' and f.status = 'active' and f.id <> home.id
      join public.units u on u.id = f.id and u.specialty = mine.specialty order by f.name, f.id limit 12),
    weeks as (
      select t.starts_at, t.ends_at, p.date + 7 * n.week as date
      from p cross join generate_series(1, 3) n (week)
      cross join lateral app.shift_span(p.date + 7 * n.week, p.start_time, p.end_time, p.time_zone) t
      cross join lateral app.facts_of_plan(p.id, p.school_id, p.semester_id, '{}', '{}') k
      where p.date + 7 * n.week between (k.term ->> 'start_date')::date and (k.term ->> 'end_date')::date)
    select array(select b.name from beside b where ${hasRoom(id, plan, seats, sql`jsonb_build_object('facility_id', b.id)`)} order by b.name, b.id limit 3) as units,
      (select w.date from weeks w where ${hasRoom(id, plan, seats, sql`jsonb_build_object('date', w.date, 'starts_at', w.starts_at, 'ends_at', w.ends_at)`)}
        order by w.date limit 1) as day,
      (select f.name from public.facilities f where f.id = p.facility_id) as unit from p`.execute(tx)
  const [room] = rows
  return room && (room.units.length > 0 || room.day !== null) ? room : null
}

/** Does no limit that refuses a shift keep so many from it, with this change of its plan? */
const hasRoom = (id: string, plan: PlanChange, seats: number, change: RawBuilder<unknown>) =>
  sql`not exists (select 1 from app.limits_of_plan(${id}::uuid, ${JSON.stringify(plan)}::jsonb || ${change}, ${seats}::integer) l
    where l.applies and l.limit_name = any (${hardLimits}::text[]) and l.seats < ${seats}::integer)`
