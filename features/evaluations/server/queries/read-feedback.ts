import { sql } from 'kysely'
import { presentSeats } from '#core/seat-statuses.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { findFeedbackForm } from '#features/instruments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { FeedbackGroup } from '../../contract.ts'
import { pointLabel } from '../../rules.ts'

type Me = Pick<Viewer, 'userId' | 'linkedSchoolId'>
type ToGive = {
  about: 'site' | 'instructor'
  shift_id: string
  instructor_id: string | null
  name: string
  semester_name: string
  is_given: boolean
}

/** The sites and instructors of the shifts that a student attended in the last six months, each once a semester, with both forms. */
export async function feedbackToGive(tx: Tx, me: Me) {
  const { rows } = await sql<ToGive>`
    with mine as (select s.id, s.semester_id, s.starts_at, app.instructors_of(s) as instructors, s.school_id, site.id as site_id, site.name as site, t.name as semester_name
      from public.assignments a join public.shifts s on s.id = a.shift_id join public.semesters t on t.id = s.semester_id
      left join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
      where a.student_id = ${me.userId}::uuid and a.status in ${listed(presentSeats)} and s.starts_at between now() - interval '180 days' and now())
    select distinct on (x.about, x.target, x.semester_id) x.about, x.shift_id, case x.about when 'instructor' then x.target end as instructor_id, x.name, x.semester_name,
      exists (select from public.placement_feedback f where f.student_id = ${me.userId}::uuid and f.semester_id = x.semester_id and x.target in (f.facility_id, f.instructor_id)) as is_given
    from (select 'site' as about, m.site_id as target, m.id as shift_id, m.site as name, m.semester_id, m.semester_name, m.starts_at from mine m where m.site_id is not null
      union all select 'instructor', l.id, m.id, app.name_of_proctor(l.id), m.semester_id, m.semester_name, m.starts_at
        from mine m cross join lateral unnest(m.instructors) l (id)) x
    order by x.about, x.target, x.semester_id, x.starts_at desc`.execute(tx)
  const [site, instructor] = [await findFeedbackForm(tx, 'site'), await findFeedbackForm(tx, 'instructor')]
  return { rows, forms: { site: site.content, instructor: instructor.content } }
}

type Count = { instrument_id: string; instrument_version: number; code: string; point: string; times: number }
type Row = Omit<FeedbackGroup, 'items' | 'comments'> &
  (Count | { instrument_id: null; comment: string | null; times: number })

async function contentOf(tx: Tx, { instrument_id, instrument_version }: Count) {
  const { content } = await tx
    .selectFrom('instrument_versions')
    .select('content')
    .where('instrument_id', '=', instrument_id)
    .where('number', '=', instrument_version)
    .executeTakeFirstOrThrow()
  return content as InstrumentContent
}

/** Each question with how often each answer was given, with the labels of the newest form. */
async function itemsWithCounts(tx: Tx, counts: readonly Count[]): Promise<FeedbackGroup['items']> {
  const newest = counts.toSorted((a, b) => b.instrument_version - a.instrument_version)[0]
  if (!newest) return []
  const content = await contentOf(tx, newest)
  return itemsOf(content).map(({ code, text }) => ({
    text,
    counts: counts
      .filter((one) => one.code === code)
      .map(({ point, times }) => ({ label: pointLabel(content, point), times: Number(times) })),
  }))
}

type Asked = { schoolId: string | null; targetId?: string; semesterId?: string }

/** Each answer and comment of the groups that may be read, with the group's names; the latest semester first. */
async function listAnswers(tx: Tx, { schoolId, targetId, semesterId }: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with g as materialized (select x.*, count(*)::integer as times
      from app.feedback_in_groups(${schoolId}::uuid, ${targetId ?? null}::uuid, ${semesterId ?? null}::uuid) x group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    named as (select n.*, coalesce(i.name, app.name_of_proctor(n.target_id)) as name
      from (select distinct about, target_id from g) n left join public.facilities i on i.id = n.target_id and n.about = 'site')
    select g.*, n.name, t.name as semester_name
    from g join named n on n.target_id = g.target_id join public.semesters t on t.id = g.semester_id
    order by t.start_date desc, g.semester_id, g.about desc, n.name, g.target_id, g.instrument_id, g.instrument_version, g.code, g.point, md5(g.comment)`.execute(
    tx,
  )
  return rows
}

/** Student feedback on one site or instructor, or on all, by semester, in groups of five or more; smaller groups are left out. */
async function readGroups(tx: Tx, asked: Asked): Promise<FeedbackGroup[]> {
  const groups: FeedbackGroup[] = []
  const rows = await listAnswers(tx, asked)
  for (const said of Map.groupBy(rows, (row) => `${row.semester_id} ${row.target_id}`).values()) {
    const { about, target_id, name, semester_id, semester_name, given } = said[0]!
    const counts = said.filter((row): row is Row & Count => row.instrument_id !== null)
    const comments = said.flatMap((row) =>
      row.instrument_id === null && row.comment !== null ? Array<string>(row.times).fill(row.comment) : [],
    )
    const items = await itemsWithCounts(tx, counts)
    groups.push({ about, target_id, name, semester_id, semester_name, given, items, comments })
  }
  return groups
}

/** Student feedback on an instructor, by semester. */
export const readFeedback = (tx: Tx, me: Me): Promise<FeedbackGroup[]> =>
  readGroups(tx, { schoolId: me.linkedSchoolId, targetId: me.userId })

/** Student feedback on the sites and instructors of a semester, for the administrators of its school; empty for anyone else. */
export const readFeedbackOfSchool = (
  tx: Tx,
  schoolId: string,
  semesterId: string,
): Promise<FeedbackGroup[]> => readGroups(tx, { schoolId, semesterId })
