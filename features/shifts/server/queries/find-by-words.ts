import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containingOrBeginning, containingWords } from '#platform/server/like.ts'

/** A superadmin's nationwide search: its patterns, and the units and schools with matching names. */
export type SearchMatches = {
  like: string[]
  units: string[]
  schools: string[]
  from: string | null
  to: string | null
}

/** Units and schools whose names match; a unit also matches by its site. */
export async function namedLike(
  tx: Tx,
  words: string,
): Promise<Pick<SearchMatches, 'like' | 'units' | 'schools'>> {
  const like = containingOrBeginning(words)
  const ofFacilities = containingWords(words)
  const { rows } = await sql<{ units: string[]; schools: string[] }>`
    with named as materialized (select array(select f.id from public.facilities f
      where f.id = any (array(select app.find_facilities(${ofFacilities}))) and ' ' || f.name ilike ${ofFacilities}) as ids)
    select array(select u.id from public.facilities u
        where u.kind = 'unit' and (u.id = any ((select ids from named)::uuid[]) or u.parent_id = any ((select ids from named)::uuid[]))) as units,
      array(select c.id from public.schools c where c.name ilike any (${like})) as schools`.execute(tx)
  return { like, ...rows[0]! }
}

const LATEST = sql`order by x.date desc, x.starts_at desc, x.id desc`

/** The ids of shifts nationwide that match by title, course, unit, site or school; at most this many for each. */
export function idsByWords(
  { like, units, schools, from, to }: SearchMatches,
  most: number,
): RawBuilder<unknown> {
  const days = sql`x.date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`
  return sql.join(
    [
      ...like.map((one) => sql`select app.find_shifts(${one}, ${from}::date, ${to}::date, ${most}::integer)`),
      sql`(select x.id from public.shifts x where x.facility_id = any (${units}::uuid[]) and ${days} ${LATEST} limit ${most})`,
      sql`(select x.id from public.shifts x where x.school_id = any (${schools}::uuid[]) and ${days} ${LATEST} limit ${most})`,
    ],
    sql` union `,
  )
}

/**
 * Common words are found among the `latest` shifts; for rare ones the index gives at most `indexed`; up to `few` units or schools are
 * queried one by one.
 */
const PASSING = { latest: 3_000, indexed: 300, few: 300 }

/** The ids of the latest matching shifts nationwide, and of some others. */
export async function latestByWords(tx: Tx, words: string, most: number): Promise<string[]> {
  const { like, units, schools } = await namedLike(tx, words)
  const at = (column: 'facility_id' | 'school_id', ids: string[]) =>
    ids.length > PASSING.few
      ? sql`(select x.id from public.shifts x where x.${sql.ref(column)} = any (${ids}::uuid[]) ${LATEST} limit ${most})`
      : sql`select x.id from unnest(${ids}::uuid[]) i (id)
          cross join lateral (select x.id from public.shifts x where x.${sql.ref(column)} = i.id ${LATEST} limit ${most}) x`
  const idsOf = async (query: RawBuilder<unknown>): Promise<string[]> =>
    (await sql<{ id: string }>`select id from (${query}) found (id)`.execute(tx)).rows.map(({ id }) => id)
  const titled =
    await idsOf(sql`select x.id from (select x.* from public.shifts x ${LATEST} limit ${PASSING.latest}) x
    where x.title ilike any (${like}) or x.course_code ilike any (${like}) ${LATEST} limit ${most}`)
  const others = [at('facility_id', units), at('school_id', schools)]
  if (titled.length < most)
    for (const one of like) others.push(sql`select app.find_shifts(${one}, null, null, ${PASSING.indexed})`)
  return [...titled, ...(await idsOf(sql.join(others, sql` union `)))]
}
