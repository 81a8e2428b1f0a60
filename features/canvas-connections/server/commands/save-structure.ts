import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasCourseFound, CanvasSectionFound, CanvasTermFound } from '../canvas-client.ts'

type Of = { id: string; school_id: string }

/** As the worker: stores the terms of a Canvas. A term that no longer exists is marked, and keeps its semester. */
export async function saveTerms(
  tx: Tx,
  { id, school_id }: Of,
  terms: readonly CanvasTermFound[],
): Promise<void> {
  await sql`
    insert into public.canvas_terms as t (connection_id, school_id, canvas_id, name, starts_on, ends_on)
    select distinct on (f.canvas_id) ${id}::uuid, ${school_id}::uuid, f.canvas_id, f.name, f.starts_on, f.ends_on
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) f (canvas_id text, name text, starts_on date, ends_on date)
    on conflict (connection_id, canvas_id) do update set name = excluded.name, starts_on = excluded.starts_on, ends_on = excluded.ends_on, is_gone = false`.execute(
    tx,
  )
  await tx
    .updateTable('canvas_terms')
    .set({ is_gone: true })
    .where('connection_id', '=', id)
    .where('is_gone', '=', false)
    .where(sql<boolean>`canvas_id <> all(${terms.map((one) => one.canvas_id)}::text[])`)
    .execute()
}

export type CourseRead = { course: CanvasCourseFound; sections: CanvasSectionFound[] }

/** As the worker: stores the sections of the terms that were read; courses that could not be read stay unchanged. */
export async function saveSections(
  tx: Tx,
  { id, school_id }: Of,
  terms: readonly string[],
  read: readonly CourseRead[],
  unread: readonly string[],
): Promise<void> {
  const rows = read.flatMap(({ course, sections }) =>
    sections.map((one) => ({
      canvas_id: one.canvas_id,
      name: one.name,
      sis_id: one.sis_id,
      course_id: course.canvas_id,
      course_name: course.name,
      course_code: course.code,
      term_id: course.term_id,
    })),
  )
  await sql`
    insert into public.canvas_sections as s (connection_id, school_id, canvas_id, course_id, term_id, course_code, course_name, name, sis_id)
    select distinct on (f.canvas_id) ${id}::uuid, ${school_id}::uuid, f.canvas_id, f.course_id, f.term_id, f.course_code, f.course_name, f.name, f.sis_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (canvas_id text, course_id text, term_id text, course_code text, course_name text, name text, sis_id text)
    on conflict (connection_id, canvas_id) do update set course_id = excluded.course_id, term_id = excluded.term_id, course_code = excluded.course_code,
      course_name = excluded.course_name, name = excluded.name, sis_id = excluded.sis_id, is_gone = false`.execute(
    tx,
  )
  await tx
    .updateTable('canvas_sections')
    .set({ is_gone: true })
    .where('connection_id', '=', id)
    .where('is_gone', '=', false)
    .where(sql<boolean>`term_id = any(${[...terms]}::text[])`)
    .where(sql<boolean>`course_id <> all(${[...unread]}::text[])`)
    .where(sql<boolean>`canvas_id <> all(${rows.map((one) => one.canvas_id)}::text[])`)
    .execute()
}
