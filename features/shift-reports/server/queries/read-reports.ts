import { sql } from 'kysely'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import { awayStatuses, isAway } from '#features/attendance/rules.ts'
import { attendanceOfShift } from '#features/attendance/server/public.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Report, ReportFields, ReportRow, ReportStatus } from '../../contract.ts'
import { namedIncidents } from './read-incidents.ts'
import { exceptionsOf, isOverdue } from '../../rules.ts'

const shown = {
  open: ['due', 'draft', 'returned'],
  submitted: ['submitted'],
  accepted: ['accepted'],
} as const

/** How many students on the shift were absent, by its attendance. */
const away = sql<number>`(select count(*)::integer from public.assignments a left join public.attendance_records t on t.id = a.id
  where a.shift_id = r.id and app.holds_seat(a.status) and coalesce(t.status, a.status) = any (${awayStatuses}))`

const shiftColumns = [
  's.id',
  's.date',
  's.start_time',
  's.end_time',
  's.time_zone',
  's.seats_taken',
  'unit.name as unit',
  'site.name as site',
  sql<string>`now()`.as('now'),
  away.as('away'),
] as const

/** Reports with the columns of their shifts that lists show. */
export const reports = (tx: Tx) =>
  tx
    .selectFrom('shift_reports as r')
    .innerJoin('shifts as s', 's.id', 'r.id')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .select(['r.status', 'r.due_at', 'r.version', ...shiftColumns])

/** Shifts with the report on them, or null if there is none yet. */
export const shiftsWithReports = (tx: Tx) =>
  tx
    .selectFrom('shifts as s')
    .leftJoin('shift_reports as r', 'r.id', 's.id')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .select(['r.status', 'r.due_at', 'r.version', ...shiftColumns])

type Row = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number]

/** A report as lists show it. */
export const rowOf = (row: Row): ReportRow => ({
  ...shiftOf(row),
  status: row.status as ReportStatus,
  is_overdue: isOverdue({ status: row.status as ReportStatus, due_at: row.due_at }, row.now),
  due_at: row.due_at,
  version: row.version,
})

/** The shift of a report as lists show it. */
export const shiftOf = (row: Omit<Row, 'status' | 'due_at' | 'version'>) => ({
  shift_id: row.id,
  date: row.date,
  start_time: row.start_time.slice(0, 5),
  end_time: row.end_time.slice(0, 5),
  time_zone: row.time_zone,
  unit_name: row.unit,
  site_name: row.site,
  students: row.seats_taken,
  away: row.away,
})

type Asked = {
  show: keyof typeof shown
  semester_id?: string | undefined
  page: number
  page_size: number
}

/** Reports of the caller's shifts, or of their school: open ones by due date, the others newest first. */
export async function listReports(
  tx: Tx,
  role: Role,
  { show, semester_id: semester, page, page_size }: Asked,
) {
  const order = show === 'open' ? 'asc' : 'desc'
  const asked = reports(tx)
    .where('r.status', 'in', shown[show])
    // Of every reader but the superadmin, so that an index finds them.
    .$if(role !== 'superadmin', (query) =>
      query.where('r.school_id', '=', sql<string>`(select app.school_id())`),
    )
    .$if(semester !== undefined, (query) => query.where('s.semester_id', '=', semester!))
  const rows = await asked
    .orderBy('r.due_at', order)
    .orderBy('r.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const { total } = await asked
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(rowOf), total }
}

/** The report on a shift with the attendance from which its hours follow; undefined if the caller may see none. */
export async function getReport(tx: Tx, shiftId: string): Promise<Report | undefined> {
  const row = await reports(tx)
    .innerJoin('schools as c', 'c.id', 'r.school_id')
    .select([
      'r.census',
      'r.acuity_note',
      'r.activities',
      'r.objectives_met',
      'r.teaching_summary',
      'r.roster',
      'r.facility_feedback',
      'r.private_note',
      'r.returned_reason',
      'r.submitted_at',
      'r.accepted_at',
      's.objectives',
      's.status as shift_status',
      's.starts_at',
      's.ends_at',
      'c.settings',
      sql<string | null>`(select u.full_name from public.users u where u.id = r.proctor_id)`.as(
        'proctor_name',
      ),
    ])
    .where('r.id', '=', shiftId)
    .executeTakeFirst()
  if (!row) return undefined
  const attendance = (await attendanceOfShift(tx, shiftId)) ?? []
  const settings = settingsOf(row.settings as Partial<SchoolSettings>)
  const written = row.roster as ReportFields['roster']
  const feedback = row.facility_feedback as Partial<ReportFields['facility_feedback']>
  return {
    ...rowOf(row),
    census: row.census,
    acuity_note: row.acuity_note,
    activities: row.activities,
    objectives_met: row.objectives_met,
    teaching_summary: row.teaching_summary,
    private_note: row.private_note,
    roster: attendance
      .map(({ id, status }) => ({
        status,
        entry: written.find((one) => one.id === id) ?? { id, prepared: true, uniform: true, note: null },
      }))
      // An absent student was neither prepared nor in uniform; a note about one stays.
      .filter(({ status, entry }) => entry.note !== null || !isAway(status))
      .map(({ entry }) => entry),
    facility_feedback: { welcome: null, support: null, suitability: null, comment: null, ...feedback },
    proctor_name: row.proctor_name,
    shift_status: row.shift_status,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    objectives: row.objectives,
    returned_reason: row.returned_reason,
    submitted_at: row.submitted_at,
    accepted_at: row.accepted_at,
    attendance,
    exceptions: attendance.flatMap((one) =>
      exceptionsOf(one, settings).map((what) => ({ student: one.full_name, what })),
    ),
    incidents: await namedIncidents(tx, shiftId, attendance),
  }
}
