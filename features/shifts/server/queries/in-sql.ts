import { type RawBuilder, sql } from 'kysely'

type Part = RawBuilder<unknown>

/** True if a shift lacks a required leader, as `needsInstructor` in the rules; for lists that count or filter by it. */
export const needsInstructorIn = (shift: Part): Part =>
  sql`(${shift}.experience_type not in ('observation', 'orientation') and ${shift}.proctor_id is null
    and (${shift}.experience_type <> 'precepted' or ${shift}.preceptor_id is null))`

type Plan = { date: Part; start: Part; end: Part; zone: Part }

/**
 * The instants of a shift as columns starts_at and ends_at: local times on a date in a zone; an end at or before the start is on the next
 * day (Domain 2.1).
 */
export const spanIn = ({ date, start, end, zone }: Plan): Part =>
  sql`(select (${date} + ${start}) at time zone ${zone} as starts_at,
    (${date} + case when ${end} <= ${start} then 1 else 0 end + ${end}) at time zone ${zone} as ends_at)`

/** The names of these people, in order, for anyone who sees the shift that they lead. */
export const namesOfLeaders = (ids: Part): Part =>
  sql`array(select l.name from unnest(${ids}) with ordinality p (id, nth) cross join lateral (select app.name_of_proctor(p.id)) l (name)
    where l.name is not null order by p.nth)`
