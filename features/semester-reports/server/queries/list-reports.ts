import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision, ReportRow, SemesterReportStatus } from '../../contract.ts'

const PAGE = 25
const views = {
  all: ['draft', 'proctor_review', 'school_review', 'published', 'acknowledged', 'withheld'],
  to_do: ['proctor_review'],
  published: ['published', 'acknowledged'],
} as const

/** Reports that the caller may read, with the columns of lists; names are as the report says. */
export const reportRows = (tx: Tx) =>
  tx
    .selectFrom('semester_reports as r')
    .innerJoin('schools as c', 'c.id', 'r.school_id')
    .select(['r.id', 'r.status', 'r.edition', 'r.version', 'r.student_id', 'r.semester_id', 'r.decision'])
    .select(['r.published_at'])
    .select([
      sql<PlainDate | null>`(r.published_at at time zone c.time_zone)::date`.as('published_on'),
      sql<string>`r.content -> 'student' ->> 'full_name'`.as('student_name'),
      sql<string>`r.content -> 'semester' ->> 'name'`.as('semester_name'),
      sql<number>`(r.content -> 'hours' ->> 'credited')::float8`.as('credited'),
      sql<string | null>`(select u.full_name from public.users u where u.id = r.proctor_id)`.as(
        'proctor_name',
      ),
    ])

type Row = Omit<ReportRow, 'status' | 'decision'> & { status: string; decision: string | null }

/** A row in the contract's shape. */
export const rowOf = (row: Row): ReportRow => ({
  id: row.id,
  status: row.status as SemesterReportStatus,
  edition: row.edition,
  version: row.version,
  student_id: row.student_id,
  student_name: row.student_name,
  semester_id: row.semester_id,
  semester_name: row.semester_name,
  credited: row.credited,
  decision: row.decision as Decision | null,
  proctor_name: row.proctor_name,
  published_at: row.published_at,
  published_on: row.published_on,
})

/** The reports that the caller may read, newest semester first; superseded ones are reached from the version that replaced them. */
export async function listReports(
  tx: Tx,
  role: Role,
  { semester_id, show, page }: { semester_id?: string | undefined; show: keyof typeof views; page: number },
): Promise<{ rows: ReportRow[]; total: number }> {
  let query = reportRows(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('r.status', 'in', views[show])
    // Of every reader but the superadmin, so that an index finds them.
    .$if(role !== 'superadmin', (reports) =>
      reports.where('r.school_id', '=', sql<string>`(select app.school_id())`),
    )
    .$if(role === 'student', (reports) => reports.where('r.student_id', '=', sql<string>`(select app.uid())`))
  if (semester_id) query = query.where('r.semester_id', '=', semester_id)
  const rows = await query
    .orderBy(sql`r.content -> 'semester' ->> 'start_date'`, 'desc')
    .orderBy(sql`r.content -> 'student' ->> 'full_name'`)
    .orderBy('r.edition', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute()
  // A page after the last: how many there are is known from the first.
  if (rows.length === 0 && page > 1)
    return { rows: [], total: (await listReports(tx, role, { semester_id, show, page: 1 })).total }
  return { rows: rows.map(rowOf), total: rows[0]?.total ?? 0 }
}
