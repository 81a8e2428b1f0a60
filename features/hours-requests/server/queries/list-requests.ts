import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { HoursRequest } from '../../contract.ts'

type Page = { page: number; page_size: number }
type Found = { rows: HoursRequest[]; total: number }

const requests = (tx: Tx, { page, page_size }: Page) =>
  tx
    .selectFrom('hours_requests as r')
    .innerJoin('users as u', 'u.id', 'r.student_id')
    .select(['r.id', 'r.student_id', 'u.full_name as student_name', 'r.date', 'r.minutes', 'r.specialty'])
    .select(['r.course_code', 'r.note', 'r.evidence_file_ids', 'r.answer', 'r.decision_note', 'r.decided_at'])
    .select(['r.created_at', 'r.version'])
    .select([
      sql<HoursRequest['kind']>`r.kind`.as('kind'),
      sql<HoursRequest['status']>`r.status`.as('status'),
      sql<number>`(count(*) over ())::integer`.as('total'),
    ])
    .limit(page_size)
    .offset((page - 1) * page_size)

const found = (rows: readonly (HoursRequest & { total: number })[]): Found => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

/** What a student reported, the latest day first. */
export async function listOwnRequests(tx: Tx, studentId: string, page: Page): Promise<Found> {
  return found(
    await requests(tx, page)
      .where('r.student_id', '=', studentId)
      .orderBy('r.date', 'desc')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id')
      .execute(),
  )
}

/** What waits for the asker's school, or for one that the platform names: the oldest first. */
export async function listWaiting(
  tx: Tx,
  { school_id: school, ...page }: Page & { school_id?: string | undefined },
): Promise<Found> {
  return found(
    await requests(tx, page)
      .where('r.status', '=', 'pending')
      .$if(school !== undefined, (query) => query.where('r.school_id', '=', school!))
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute(),
  )
}
