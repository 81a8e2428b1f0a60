import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export type Mapped = { canvas_id: string; course_id: string; course_name: string; cohort_id: string }
/** Terms mapped to a semester that is not over. */
export async function termsToRead(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('canvas_terms as t')
    .innerJoin('semesters as m', 'm.id', 't.semester_id')
    .innerJoin('schools as s', 's.id', 't.school_id')
    .select('t.canvas_id')
    .where('t.connection_id', '=', id)
    .where('t.is_gone', '=', false)
    .where(sql<boolean>`m.end_date >= (now() at time zone s.time_zone)::date`)
    .orderBy('m.start_date')
    .execute()
  return rows.map((one) => one.canvas_id)
}

/** Sections mapped to a cohort, in these terms. */
export const mappedSections = (tx: Tx, id: string, terms: readonly string[]): Promise<Mapped[]> =>
  tx
    .selectFrom('canvas_sections')
    .select(['canvas_id', 'course_id', 'course_name', sql<string>`cohort_id`.as('cohort_id')])
    .where('connection_id', '=', id)
    .where('is_gone', '=', false)
    .where('cohort_id', 'is not', null)
    .where(sql<boolean>`term_id = any(${[...terms]}::text[])`)
    .orderBy('course_name')
    .execute()

/** Sections in these terms that are not read: gone from Canvas, or mapped to no cohort. */
export async function otherSections(
  tx: Tx,
  id: string,
  terms: readonly string[],
): Promise<{ gone: ReadonlySet<string>; unmapped: ReadonlySet<string> }> {
  const rows = await tx
    .selectFrom('canvas_sections')
    .select(['canvas_id', 'is_gone'])
    .where('connection_id', '=', id)
    .where(({ or, eb }) => or([eb('is_gone', '=', true), eb('cohort_id', 'is', null)]))
    .where(sql<boolean>`term_id = any(${[...terms]}::text[])`)
    .execute()
  const those = (isGone: boolean) =>
    new Set(rows.flatMap((one) => (one.is_gone === isGone ? [one.canvas_id] : [])))
  return { gone: those(true), unmapped: those(false) }
}
