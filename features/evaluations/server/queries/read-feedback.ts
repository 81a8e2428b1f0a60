import { sql } from 'kysely'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { findFeedbackForm } from '#features/instruments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { FeedbackGroup } from '../../contract.ts'
import { pointLabel } from '../../rules.ts'

type Me = Pick<Viewer, 'userId' | 'linkedSchoolId'>
type ToGive = { about: 'site' | 'instructor'; shift_id: string; name: string; semester_name: string; is_given: boolean } // prettier-ignore

/** The sites and instructors of the shifts that a student came to in the last half year, each once a semester, with both forms. */
export async function feedbackToGive(tx: Tx, me: Me) {
  const { rows } = await sql<ToGive>`
    with mine as (select s.id, s.semester_id, s.starts_at, s.proctor_id, s.school_id, site.id as site_id, site.name as site, t.name as semester_name
      from public.assignments a join public.shifts s on s.id = a.shift_id join public.semesters t on t.id = s.semester_id
      left join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
      where a.student_id = ${me.userId}::uuid and a.status in ('checked_in', 'completed') and s.starts_at between now() - interval '180 days' and now())
    select distinct on (x.about, x.target, x.semester_id) x.about, x.shift_id, x.name, x.semester_name,
      exists (select from public.placement_feedback f where f.student_id = ${me.userId}::uuid and f.semester_id = x.semester_id and x.target in (f.facility_id, f.instructor_id)) as is_given
    from (select 'site' as about, m.site_id as target, m.id as shift_id, m.site as name, m.semester_id, m.semester_name, m.starts_at from mine m where m.site_id is not null
      union all select 'instructor', m.proctor_id, m.id, app.name_of_proctor(m.proctor_id, m.school_id), m.semester_id, m.semester_name, m.starts_at
        from mine m where m.proctor_id is not null) x
    order by x.about, x.target, x.semester_id, x.starts_at desc`.execute(tx) // prettier-ignore
  const [site, instructor] = [await findFeedbackForm(tx, 'site'), await findFeedbackForm(tx, 'instructor')]
  return { rows, forms: { site: site.content, instructor: instructor.content } }
}

type Row = {
  semester_id: string
  semester_name: string
  given: number
  counts: { instrument_id: string; instrument_version: number; code: string; point: string; times: number }[]
  comments: string[]
}

async function contentOf(tx: Tx, { instrument_id, instrument_version }: Row['counts'][number]) {
  const { content } = await tx
    .selectFrom('instrument_versions')
    .select('content')
    .where('instrument_id', '=', instrument_id)
    .where('number', '=', instrument_version)
    .executeTakeFirstOrThrow()
  return content as InstrumentContent
}

/** What students said of an instructor, by semester and in groups of five and more; a semester with fewer is not in it. */
export async function readFeedback(tx: Tx, me: Me): Promise<FeedbackGroup[]> {
  const { rows } = await sql<Row>`
    select * from app.feedback_in_groups('instructor', ${me.linkedSchoolId}::uuid, ${me.userId}::uuid)`.execute(
    tx,
  )
  const groups: FeedbackGroup[] = []
  for (const { counts, ...row } of rows) {
    const newest = counts.toSorted((a, b) => b.instrument_version - a.instrument_version)[0]
    const content = newest && (await contentOf(tx, newest))
    groups.push({
      ...row,
      items: content
        ? itemsOf(content).map(({ code, text }) => ({
            text,
            counts: counts
              .filter((one) => one.code === code)
              .map(({ point, times }) => ({ label: pointLabel(content, point), times: Number(times) })),
          }))
        : [],
    })
  }
  return groups
}
