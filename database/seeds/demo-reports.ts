import type pg from 'pg'
import { progressOf, type ProgressFacts, type SchoolFacts } from '#features/hours/rules.ts'
import type { ReportContent, SemesterReportStatus } from '#features/semester-reports/contract.ts'
import { contentOf } from '#features/semester-reports/rules.ts'

type Ids = (name: string) => string

/** A summer at Lakeshore that is over: its reports are in every status. */
const summer = { name: 'Summer 2026', start_date: '2026-05-26', end_date: '2026-08-07' } as const

/** The semester of the reports; before the ledger, whose earlier lines belong to it. */
export async function insertEndedSemester(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at)
     values ($1, $2, $3, $4::date, $5::date, 'summer', '2025–2026', false, $4::date)`,
    [demoId('lakeshore summer-2026'), demoId('lakeshore'), summer.name, summer.start_date, summer.end_date],
  )
}

const cycle: readonly (SemesterReportStatus | 'none' | 'corrected')[] = [
  'acknowledged', 'published', 'school_review', 'proctor_review', 'corrected', 'draft', 'withheld', 'none',
] // prettier-ignore

type Student = ProgressFacts & { email: string }

/** Reports of that semester, with the hours of the ledger: published ones, and ones on their way. */
export async function insertReports(client: pg.Client, demoId: Ids): Promise<void> {
  const semester = demoId('lakeshore summer-2026')
  const { rows } = await client.query<Student>(
    `select u.id as student_id, u.email, u.full_name, u.linked_school_id as school_id, c.id as cohort_id, c.name as cohort_name, null as starts, null as ends,
       g.name as program_name, g.level, coalesce(c.required_hours_total, nullif(g.total_required_hours, 0))::float8 as required, '[]'::jsonb as requirements, 0 as to_make_up,
       jsonb_agg(jsonb_build_object('semester_id', e.semester_id, 'specialty', e.specialty, 'course', e.course_code, 'kind', e.kind, 'day', null,
         'done', e.minutes / 60.0, 'scheduled', 0)) as hours
     from public.users u join public.hours_entries e on e.student_id = u.id and e.semester_id = $1
     left join public.cohort_memberships m on m.student_id = u.id and m.to_date is null left join public.cohorts c on c.id = m.cohort_id
     left join public.programs g on g.id = c.program_id group by u.id, c.id, g.id order by u.full_name`,
    [semester],
  )
  let at = 0
  for (const student of rows) {
    const isJenna = student.email === 'jenna.student@lakeshore.example'
    const status = isJenna ? 'corrected' : cycle[at++ % cycle.length]!
    if (status === 'none') continue
    const said = contentFor(student)
    const key = { client, demoId, student: student.student_id, semester }
    if (status !== 'corrected') await insertReport({ ...key, status, content: said, edition: 1 })
    else {
      const before: ReportContent = {
        ...said,
        hours: { ...said.hours, credited: Math.max(0, said.hours.credited - 8) },
      }
      await insertReport({ ...key, status: 'superseded', content: before, edition: 1 })
      await insertReport({ ...key, status: 'published', content: said, edition: 2 })
    }
  }
}

function contentFor(student: Student): ReportContent {
  const school: SchoolFacts = { today: summer.end_date, boards: [], own_cap_pct: null, semesters: [] }
  const progress = progressOf(student, school)
  return contentOf(
    { program: progress, semester: progress },
    { school_name: 'Lakeshore College of Nursing', semester: summer, seats: [], incidents: [], make_ups: [], clearance: [], evaluations: [], missing_evaluations: [] },
    { late_grace_min: 15 },
  ) // prettier-ignore
}

type Inserted = {
  client: pg.Client
  demoId: Ids
  student: string
  semester: string
  status: SemesterReportStatus
  content: ReportContent
  edition: number
}

async function insertReport({ client, demoId, student, semester, status, content, edition }: Inserted): Promise<void> {
  const isOut = status === 'published' || status === 'acknowledged' || status === 'superseded'
  const isReviewed = isOut || status === 'school_review'
  const id = (of: number) => demoId(`report ${student} ${of}`)
  await client.query(
    `insert into public.semester_reports (id, school_id, student_id, semester_id, edition, replaces, status, content, proctor_id, decision, strengths, goals_next,
       proctor_comment, school_comment, withheld_reason, generated_at, published_at, acknowledged_at, created_by)
     values ($1, $2, $3, $4, $5::integer, $6, $7, $8, $9, 'progressing', $10, $11, $12, $13, $14, '2026-08-10', $15::timestamptz + make_interval(days => 9 * ($5::integer - 1)), $16, $17)`,
    [
      id(edition), demoId('lakeshore'), student, semester, edition, edition > 1 ? id(edition - 1) : null, status, JSON.stringify(content),
      demoId('marcus.proctor@lakeshore.example'),
      isReviewed ? 'Calm with families, and careful with medication.' : null,
      isReviewed ? 'Take the lead with a team of two patients.' : null,
      isReviewed ? 'A reliable semester. Ready for the next level.' : null,
      isOut ? 'Well done. See you in the fall.' : null,
      status === 'withheld' ? 'A shift of June is being looked into.' : null,
      isOut ? '2026-08-14T15:00Z' : null,
      status === 'acknowledged' ? '2026-08-16T18:00Z' : null,
      demoId('ana.coordinator@lakeshore.example'),
    ],
  )
} // prettier-ignore
