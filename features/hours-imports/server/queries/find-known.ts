import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { lockedSemester } from '#features/hours/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursRow } from '../../contract.ts'
import { hoursImportRefusals } from '../../messages.ts'
import { dayIn, importKey, type KnownHours, readHoursRow } from '../../rules.ts'

type Named = { id: string; full_name: string; email: string; student_number: string | null }

/** The facts about a file's rows: their students, the hours already imported, and the locked semesters. */
export async function findKnown(tx: Tx, schoolId: string, rows: readonly HoursRow[]): Promise<KnownHours> {
  const { rows: days } = await sql<{ today: PlainDate | null; now: string }>`
    select case when app.administers_school(${schoolId}::uuid) then app.school_today(${schoolId}::uuid) end as today, now() as now`.execute(
    tx,
  )
  const today = days[0]?.today ?? refuse(hoursImportRefusals, refusal('hours_import.no_school'))
  const at = { today, now: Date.parse(days[0]!.now) }
  const students = await studentsOf(tx, schoolId, rows)
  const keys = rows.flatMap((row) => {
    const read = readHoursRow(row, today)
    const student = students.get((row.email || row.student_number).toLowerCase())
    return student && !('problem' in read) ? [importKey(student.id, read)] : []
  })
  const found = await sql<{ source_key: string }>`
    select regexp_replace(e.source_key, '^again [0-9a-f-]{36} ', '') as source_key from public.hours_entries e
    left join public.hours_entries r on r.reverses = e.id and r.school_id = e.school_id
    where e.school_id = ${schoolId}::uuid and e.source = 'import' and r.id is null
      and regexp_replace(e.source_key, '^again [0-9a-f-]{36} ', '') = any (${keys}::text[])`.execute(tx)
  const dates = [...new Set(rows.flatMap(({ date }) => dayIn(date) ?? []))]
  const semesters = await tx
    .selectFrom('semesters')
    .select([
      'id',
      'name',
      'start_date',
      'end_date',
      'is_active',
      'activated_at',
      'archived_at',
      'reopened_at',
    ])
    .select([
      sql<string | null>`(settings ->> 'hours_lock_at')::timestamptz`.as('hours_lock_at'),
      sql<PlainDate | null>`settings -> 'grading_window' ->> 'to'`.as('graded_until'),
    ])
    .where('school_id', '=', schoolId)
    .execute()
  return {
    today,
    students,
    imported: new Set(found.rows.map(({ source_key: key }) => key)),
    locked: new Map(
      dates.flatMap((day) => {
        const semester = lockedSemester(day, semesters, at)
        return semester === null ? [] : [[day, semester] as const]
      }),
    ),
  }
}

/** The school's students named in the rows, by email address and by ID; an ID that two students share matches no one. */
async function studentsOf(tx: Tx, schoolId: string, rows: readonly HoursRow[]) {
  const words = (field: 'email' | 'student_number') => [
    ...new Set(rows.map((row) => row[field].toLowerCase()).filter((word) => word !== '')),
  ]
  const { rows: people } = await sql<Named>`
    select u.id, u.full_name, lower(u.email) as email, lower(u.student_number) as student_number from public.users u
    where u.linked_school_id = ${schoolId}::uuid and u.role = 'student'
      and (lower(u.email) = any (${words('email')}::text[]) or lower(u.student_number) = any (${words('student_number')}::text[]))`.execute(
    tx,
  )
  const byNumber = Map.groupBy(people, ({ student_number: number }) => number)
  return new Map([
    ...[...byNumber].flatMap(([number, [one, ...more]]) =>
      number && one && more.length === 0 ? [[number, one] as const] : [],
    ),
    ...people.map((one) => [one.email, one] as const),
  ])
}
