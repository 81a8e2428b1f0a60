import type { Role } from '#core/roles.ts'
import { agreedStates, toReplyStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { containing } from '#platform/server/like.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ShiftFilter } from '../../contract.ts'
import { idsByWords, namedLike } from './find-by-words.ts'
import { needsInstructorIn } from './in-sql.ts'

/**
 * The shifts that a role could see at all. The policies decide which; this condition lets one index find them, which policies joined by
 * "or" prevent.
 */
export function within(role: Role): RawBuilder<unknown> {
  if (role === 'superadmin') return sql`true`
  if (role === 'facility_admin')
    return sql`x.facility_id = any (array(select app.facility_scope((select app.facility_id()))))`
  return sql`x.school_id = (select app.school_id())`
}

/** True if a superadmin's filter names no school, semester or facility. */
export const isNationwide = (
  filter: Pick<ShiftFilter, 'school_id' | 'semester_id' | 'facility_id' | 'here'>,
  role: Role,
): boolean =>
  role === 'superadmin' && !filter.school_id && !filter.semester_id && !filter.facility_id && !filter.here

/** A request that needs the facility's answer, or a change that the school requested. */
export const inInbox = sql`x.starts_at > now()
  and (x.status = 'pending_facility' or (x.change is not null and x.status in ${listed(agreedStates)} and x.change ->> 'party' = 'school'))`

/** Only the conditions that the filter uses: one plan for all of them would fit none. */
export function conditions(
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  role: Role,
  words: Words | null,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [within(role)]
  if (filter.school_id) all.push(sql`x.school_id = ${filter.school_id}::uuid`)
  if (filter.semester_id) all.push(sql`x.semester_id = ${filter.semester_id}::uuid`)
  if (filter.facility_id)
    all.push(sql`x.facility_id = any (array(select app.facility_scope(${filter.facility_id}::uuid)))`)
  if (filter.here)
    all.push(sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`)
  if (filter.from) all.push(sql`x.date >= ${filter.from}::date`)
  if (filter.to) all.push(sql`x.date <= ${filter.to}::date`)
  // For a single status an index provides shifts nationwide in the list's order, so no more are read than shown.
  if (filter.status.length === 1) all.push(sql`x.status = ${filter.status[0]}`)
  else if (filter.status.length) all.push(sql`x.status = any (${filter.status}::text[])`)
  if (filter.specialty) all.push(sql`x.specialty = ${filter.specialty}`)
  if (filter.proctor_id) all.push(sql`${filter.proctor_id}::uuid = any (app.instructors_of(x))`)
  if (filter.cohort_id) all.push(sql`(x.cohort_ids = '{}' or ${filter.cohort_id}::uuid = any (x.cohort_ids))`)
  if (filter.series_id) all.push(sql`x.series_id = ${filter.series_id}::uuid`)
  if (filter.mine)
    all.push(
      sql`(x.id in (select app.led_shift_ids()) or x.id in (select app.precepted_shifts()) or x.id in (select app.my_shift_ids()))`,
    )
  if (filter.needs === 'answer') all.push(sql`x.status = 'pending_facility'`)
  if (filter.needs === 'inbox') all.push(inInbox)
  if (filter.needs === 'reply') all.push(sql`x.status in ${listed(toReplyStates)}`)
  if (filter.needs === 'instructor')
    all.push(
      sql`x.status in ${listed(agreedStates)} and x.starts_at > now() and ${needsInstructorIn(sql`x`)}`,
    )
  if (filter.needs === 'publishing') all.push(sql`x.status = 'approved'`)
  if (filter.needs === 'students')
    all.push(
      sql`x.status = 'published' and x.starts_at > now() and x.seats_taken < greatest(x.min_to_run, 1)`,
    )
  if (words)
    all.push(
      words.ids
        ? sql`x.id = any (array(${words.ids}))`
        : sql`(x.title ilike any (${words.like}) or x.course_code ilike any (${words.like}) or f.name ilike any (${words.like}) or p.name ilike any (${words.like}) or c.name ilike any (${words.like}))`,
    )
  return sql.join(all, sql` and `)
}

/** How many matching shifts a nationwide search finds and counts. */
export const MAX_FOUND = 1_000

/** The search words. Nationwide, an index finds the shifts, unless so many match that the first ones are found quickly. */
type Words = { like: string[]; ids?: RawBuilder<unknown>; count: number }

export async function searchConditions(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
): Promise<Words | null> {
  const { q, from = null, to = null } = filter
  if (!q) return null
  if (!isNationwide(filter, role)) return { like: [containing(q)], count: 0 }
  const sought = { ...(await namedLike(tx, q)), from, to }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${idsByWords(sought, MAX_FOUND + 1)}) found`.execute(tx)
  const { count: found } = rows[0]!
  if (found <= MAX_FOUND) return { like: sought.like, ids: idsByWords(sought, MAX_FOUND), count: found }
  // Words this common are found early in the list's order. PostgreSQL can't use its statistics of them here and would scan the whole table.
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
  return { like: sought.like, count: found }
}
