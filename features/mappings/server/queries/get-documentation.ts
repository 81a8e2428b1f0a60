import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Documentation, DocumentedCourse } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { type AreaCoverage, coverageByArea, coverageOf, kindsOf } from '../../rules.ts'
import { listAreas } from './list-areas.ts'
import { mappingsOf } from './list-mappings.ts'

type KindRow = DocumentedCourse['areas'][number]['by_kind'][number] & {
  program_id: string
  course_code: string | null
  specialty: string
}

/** All mappings of a school, by course and priority. */
export const mappingsOfSchool = (tx: Tx, schoolId: string) =>
  mappingsOf(tx)
    .where('m.school_id', '=', schoolId)
    .orderBy('p.name')
    .orderBy('m.course_code')
    .orderBy('m.specialty')
    .orderBy('m.priority')
    .orderBy('f.name')
    .orderBy('m.id')
    .execute()

/** For each active student of a school and each area, whether its hours are credited. */
export async function loadCoverage(tx: Tx, schoolId: string): Promise<AreaCoverage[]> {
  return coverageOf(await loadProgress(tx, { school: schoolId }), await mappingsOfSchool(tx, schoolId))
}

/** Ledger hours by program, course, area and kind, of a school's students who are in a cohort. */
async function hoursByKind(tx: Tx, schoolId: string): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select c.program_id, e.course_code, e.specialty, e.kind, sum(e.minutes)::float8 / 60 as hours
    from public.hours_entries e
      join app.current_memberships m on m.student_id = e.student_id and m.school_id = e.school_id
      join public.cohorts c on c.id = m.cohort_id
    where e.school_id = ${schoolId}::uuid group by 1, 2, 3, 4 having sum(e.minutes) <> 0`.execute(tx)
  return rows
}

/** The crosswalk of a school as an accreditor reads it; throws if the actor names no school or may not see it. */
export async function getDocumentation(
  tx: Tx,
  schoolId: string | null,
  madeBy: string,
): Promise<Documentation> {
  const school =
    schoolId &&
    (await tx
      .selectFrom('schools')
      .select(['name', 'time_zone'])
      .where('id', '=', schoolId)
      .executeTakeFirst())
  if (!school) return refuse(mappingRefusals, refusal('mapping.no_school'))
  const rows = await mappingsOfSchool(tx, schoolId)
  const kinds = await hoursByKind(tx, schoolId)
  const areas = await listAreas(tx, schoolId)
  const active = rows.filter(({ status }) => status === 'active')
  const courses = [
    ...Map.groupBy(areas, ({ program_id, course_code }) => `${program_id} ${course_code ?? ''}`).values(),
  ]
  return {
    school_id: schoolId,
    school_name: school.name,
    time_zone: school.time_zone,
    made_at: new Date().toISOString(),
    made_by: madeBy,
    courses: courses.map((each): DocumentedCourse => {
      const { program_id, program_name, course_code } = each[0]!
      return {
        program_id,
        program_name,
        course_code,
        min_hours: each.reduce((sum, { min_hours: hours }) => sum + hours, 0),
        areas: each.map((area) => ({
          ...area,
          rows: active.filter(
            (row) =>
              row.program_id === program_id &&
              row.course_code === course_code &&
              row.specialty === area.specialty,
          ),
          by_kind: kindsOf(area, kinds),
        })),
      }
    }),
    coverage: coverageByArea(coverageOf(await loadProgress(tx, { school: schoolId }), rows)),
    rows,
  }
}
