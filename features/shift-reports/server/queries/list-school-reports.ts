import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { ofOwnSchool } from '#platform/server/own-school.ts'
import type { Incident, ReportGroup, SchoolReportRow } from '../../contract.ts'
import { rowOf, shiftOf, shiftsWithReports } from './read-reports.ts'

type Filter = {
  show: ReportGroup
  proctor?: string | undefined
  semester_id?: string | undefined
  page: number
  page_size: number
}

const isOpen = sql<boolean>`r.status in ('due', 'draft', 'returned')`
const isOverdue = sql<boolean>`(r.status in ('due', 'draft', 'returned') and r.due_at < now())`
const groups = {
  waiting: sql<boolean>`(r.status in ('submitted', 'due', 'draft', 'returned') and (r.status = 'submitted' or ${isOverdue}))`,
  submitted: sql<boolean>`r.status = 'submitted'`,
  overdue: isOverdue,
  open: isOpen,
  accepted: sql<boolean>`r.status = 'accepted'`,
  // Also of shifts that have no report yet: an incident is reported at once, the report follows after the end.
  incidents: sql<boolean>`i.id is not null`,
} as const

const openIncidents = sql`from public.shift_incidents i where i.shift_id = s.id
  and not exists (select from public.shift_incident_closings c where c.incident_id = i.id)`

/** How many seats of a shift have attendance that is not as planned, by the condition of app.has_exceptions (db/kernel.sql). */
const exceptions = sql<number>`(select count(*)::integer from public.assignments a left join public.attendance_records t using (id)
  where a.shift_id = r.id and app.holds_seat(a.status) and (t.status is distinct from 'completed' or t.left_early_min > 0
    or not coalesce(t.is_inside, true) or t.check_out_reason is not null or t.late_min > app.school_setting(a.school_id, 'late_grace_min')::integer))`

/**
 * The reports of the asker's school: overdue first, then those that waited longest; accepted ones the newest first. Or its incidents, on
 * shifts with a report of any status or none yet: a row for each, open ones first, then the newest.
 */
export async function listSchoolReports(
  tx: Tx,
  role: Role,
  filter: Filter,
): Promise<{ rows: SchoolReportRow[]; total: number } & Awaited<ReturnType<typeof countsOf>>> {
  const { show, proctor, semester_id: semester, page, page_size } = filter
  const order = show === 'accepted' || show === 'incidents' ? 'desc' : 'asc'
  const first = show === 'incidents' ? sql`c.closed_at is null` : isOverdue
  let query = shiftsWithReports(tx)
    .leftJoin('shift_incidents as i', (join) =>
      join.onRef('i.shift_id', '=', 's.id').on(sql<boolean>`${show === 'incidents'}::boolean`),
    )
    .leftJoin('shift_incident_closings as c', 'c.incident_id', 'i.id')
    .select(['i.id as incident_id', 'i.kind', 'i.severity', 'i.created_at', 'i.follow_up_by', 'c.closed_at'])
    .select([
      sql<string | null>`coalesce(r.proctor_id, s.proctor_id)`.as('proctor_id'),
      'r.submitted_at',
      exceptions.as('exceptions'),
      sql<number>`(select count(*)::integer from public.shift_incidents i where i.shift_id = s.id)`.as(
        'incidents',
      ),
      sql<number>`(select count(*)::integer ${openIncidents})`.as('open_incidents'),
      // Two look-ups, because none by a computed id can use an index under policies.
      sql<string | null>`case when r.proctor_id is null
        then (select u.full_name from public.users u where u.id = s.proctor_id)
        else (select u.full_name from public.users u where u.id = r.proctor_id) end`.as('proctor_name'),
      sql<number>`(count(*) over ())::integer`.as('total'),
    ])
    .where(groups[show])
    .where(ofOwnSchool(role, 's.school_id'))
    .where(ofOwnSchool(role, show === 'incidents' ? 'i.school_id' : 'r.school_id'))
    .orderBy(first, 'desc')
    .orderBy(show === 'incidents' ? 'i.created_at' : 'r.due_at', order)
    .orderBy('s.id')
    .orderBy('i.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
  if (proctor) query = query.where(sql<boolean>`coalesce(r.proctor_id, s.proctor_id) = ${proctor}::uuid`)
  if (semester) query = query.where('s.semester_id', '=', semester)
  const rows = await query.execute()
  // A page after the last: how many there are is known from the first.
  if (rows.length === 0 && page > 1)
    return { ...(await listSchoolReports(tx, role, { ...filter, page: 1, page_size: 1 })), rows: [] }
  return {
    rows: rows.map((row): SchoolReportRow => ({
      ...(row.status === null
        ? { ...shiftOf(row), status: null, is_overdue: false, due_at: null, version: null }
        : rowOf({ ...row, status: row.status, due_at: row.due_at!, version: row.version! })),
      proctor_id: row.proctor_id,
      proctor_name: row.proctor_name,
      submitted_at: row.submitted_at,
      exceptions: row.exceptions,
      incidents: row.incidents,
      open_incidents: row.open_incidents,
      incident:
        row.incident_id === null
          ? null
          : {
              id: row.incident_id,
              kind: row.kind as Incident['kind'],
              severity: row.severity as Incident['severity'],
              created_at: row.created_at!,
              follow_up_by: row.follow_up_by,
              closed_at: row.closed_at,
            },
    })),
    total: rows[0]?.total ?? 0,
    ...(await countsOf(tx, role, semester)),
  }
}

/** How many reports are in each group of a semester or of all, and whose they are. */
async function countsOf(tx: Tx, role: Role, semester: string | undefined) {
  const counts = await tx
    .selectFrom('shift_reports as r')
    .where(ofOwnSchool(role, 'r.school_id'))
    .$if(semester !== undefined, (query) =>
      query.where('r.id', 'in', (shifts) =>
        shifts.selectFrom('shifts').select('id').where('semester_id', '=', semester!),
      ),
    )
    .select([
      sql<number>`(count(*) filter (where ${groups.submitted}))::integer`.as('submitted'),
      sql<number>`(count(*) filter (where ${isOverdue}))::integer`.as('overdue'),
      sql<number>`(select count(*)::integer from public.shift_incidents i
        where ${ofOwnSchool(role, 'i.school_id')} and (${semester ?? null}::uuid is null
          or i.shift_id in (select id from public.shifts where semester_id = ${semester ?? null}::uuid)))`.as(
        'incidents',
      ),
    ])
    .executeTakeFirstOrThrow()
  const { rows: instructors } = await sql<{ id: string; name: string }>`
    select u.id, u.full_name as name from public.users u
    where u.id = any (array(select distinct r.proctor_id from public.shift_reports r where ${ofOwnSchool(role, 'r.school_id')})) order by u.full_name, u.id`.execute(
    tx,
  )
  return { counts, instructors }
}
