import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { ofOwnSchool } from '#platform/server/own-school.ts'
import type { HoursRequest, RequestFilter } from '../../contract.ts'

type Page = { page: number; page_size: number }
type Found = { rows: HoursRequest[]; total: number }

const requests = (tx: Tx, { page, page_size }: Page) =>
  tx
    .selectFrom('hours_requests as r')
    // Each by its key: a join could read everyone’s names.
    .innerJoinLateral(
      (eb) => eb.selectFrom('users').select('full_name').whereRef('id', '=', 'r.student_id').limit(1).as('u'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.student_id', 'u.full_name as student_name', 'r.date', 'r.minutes', 'r.specialty'])
    .select(['r.course_code', 'r.note', 'r.evidence_file_ids', 'r.answer', 'r.decision_note', 'r.decided_at'])
    .select(['r.created_at', 'r.version', 'r.instructor_id', 'r.confirmation_note'])
    .select([
      sql<HoursRequest['kind']>`r.kind`.as('kind'),
      sql<HoursRequest['status']>`r.status`.as('status'),
      sql<HoursRequest['confirmation']>`r.confirmation`.as('confirmation'),
      sql<string | null>`app.name_of_proctor(r.instructor_id)`.as('instructor_name'),
      sql<number>`(count(*) over ())::integer`.as('total'),
    ])
    .limit(page_size)
    .offset((page - 1) * page_size)

const found = (rows: readonly (HoursRequest & { total: number })[]): Found => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

/** A student's reported hours, latest date first. */
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

/** Hours waiting for the caller's school, or for one that the platform names, oldest first. */
export async function listWaiting(
  tx: Tx,
  role: Role,
  { school_id: school, ...page }: Page & { school_id?: string | undefined },
): Promise<Found> {
  return found(
    await requests(tx, page)
      .where('r.status', '=', 'pending')
      .where(ofOwnSchool(role, 'r.school_id'))
      .$if(school !== undefined, (query) => query.where('r.school_id', '=', school!))
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute(),
  )
}

const ofSchool = (tx: Tx, { search, status }: RequestFilter, page: Page) =>
  requests(tx, page)
    .leftJoin('users as d', 'd.id', 'r.decided_by')
    .select('d.full_name as decided_by_name')
    .where('r.school_id', '=', sql<string>`(select app.selected_school_id())`)
    .$if(status !== undefined, (query) => query.where('r.status', '=', status!))
    .$if(search !== '', (query) => query.where('u.full_name', 'ilike', containing(search)))
    .orderBy('r.date', 'desc')
    .orderBy('r.id', 'desc')

/** All reported hours of students of the current school, latest date first. */
export async function listOfSchool(
  tx: Tx,
  { page, page_size, ...filter }: RequestFilter & Page,
): Promise<Found> {
  return found(await ofSchool(tx, filter, { page, page_size }).execute())
}

export type ExportedRequest = Awaited<ReturnType<typeof listOfSchoolAfter>>[number]
const EXPORTED = 500

/** Same for a file, in batches after a given row. */
export async function listOfSchoolAfter(
  tx: Tx,
  filter: RequestFilter,
  after: Pick<HoursRequest, 'id' | 'date'> | undefined,
) {
  return ofSchool(tx, filter, { page: 1, page_size: EXPORTED })
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.date, r.id) < (${after!.date}::date, ${after!.id}::uuid)`),
    )
    .execute()
}

/** Reported hours that name the calling instructor and await their answer, oldest first; student names as in progress. */
export async function listToConfirm(
  tx: Tx,
  instructor: string,
  { page, page_size: size }: Page,
): Promise<Found> {
  const { rows } = await sql<HoursRequest & { total: number }>`
    with r as (select * from public.hours_requests where instructor_id = ${instructor}::uuid and confirmation is null and status in ('pending', 'needs_info')),
    named as (select f.student_id, f.full_name from app.progress_facts(array(select distinct student_id from r)) f)
    select r.id, r.student_id, coalesce(n.full_name, 'A student') as student_name, r.date, r.minutes, r.kind, r.specialty, r.course_code, r.note,
      r.evidence_file_ids, r.status, r.answer, r.decision_note, r.decided_at, r.instructor_id, app.name_of_proctor(r.instructor_id) as instructor_name,
      r.confirmation, r.confirmation_note, r.created_at, r.version, (count(*) over ())::integer as total
    from r left join named n on n.student_id = r.student_id order by r.created_at, r.id limit ${size} offset ${(page - 1) * size}`.execute(
    tx,
  )
  return found(rows)
}
