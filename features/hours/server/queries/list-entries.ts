import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { EntryFilter, HoursEntry } from '../../contract.ts'

/** A student's lines that the caller may see, latest date first, in pages. */
export async function listEntries(
  tx: Tx,
  { student_id, page, page_size }: EntryFilter,
): Promise<{ rows: HoursEntry[]; total: number }> {
  const rows = await tx
    .selectFrom('hours_entries as e')
    .leftJoin('users as u', 'u.id', 'e.posted_by')
    .where('e.student_id', '=', student_id)
    .orderBy('e.date', 'desc')
    .orderBy('e.posted_at', 'desc')
    .orderBy('e.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .select(['e.id', 'e.student_id', 'e.date', 'e.minutes', 'e.specialty', 'e.course_code', 'e.semester_id'])
    .select(['e.shift_id', 'e.reason', 'e.evidence', 'e.evidence_file_ids', 'e.reverses', 'e.posted_at'])
    .select([
      'u.full_name as posted_by',
      sql<HoursEntry['kind']>`e.kind`.as('kind'),
      sql<HoursEntry['source']>`e.source`.as('source'),
      sql<boolean>`exists (select from public.hours_entries r where r.reverses = e.id and r.school_id = e.school_id)`.as(
        'is_reversed',
      ),
      sql<number>`(count(*) over ())::integer`.as('total'),
    ])
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const EXPORTED = 500
export type ExportedEntry = Awaited<ReturnType<typeof listEntriesAfter>>[number]

/** The same lines for a file, in batches after a given line, each with its semester. */
export async function listEntriesAfter(
  tx: Tx,
  studentId: string,
  after: Pick<HoursEntry, 'id' | 'date'> | undefined,
) {
  return tx
    .selectFrom('hours_entries as e')
    .leftJoin('semesters as t', 't.id', 'e.semester_id')
    .leftJoin('users as u', 'u.id', 'e.posted_by')
    .where('e.student_id', '=', studentId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(e.date, e.id) < (${after!.date}::date, ${after!.id}::uuid)`),
    )
    .orderBy('e.date', 'desc')
    .orderBy('e.id', 'desc')
    .limit(EXPORTED)
    .select(['e.id', 'e.date', 'e.minutes', 'e.specialty', 'e.course_code', 't.name as semester_name'])
    .select([
      'e.reason',
      'e.evidence',
      'e.evidence_file_ids',
      'e.reverses',
      'e.posted_at',
      'u.full_name as posted_by',
    ])
    .select([sql<HoursEntry['kind']>`e.kind`.as('kind'), sql<HoursEntry['source']>`e.source`.as('source')])
    .execute()
}
