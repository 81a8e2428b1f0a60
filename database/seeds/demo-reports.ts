import type pg from 'pg'
import { addDays } from '#core/plain-date.ts'
import { defaultSettings } from '#core/school-settings.ts'
import type { Answer } from '#features/instruments/contract.ts'
import { domainScores, resultOf } from '#features/instruments/rules.ts'
import { templates } from '#features/instruments/server/public.ts'
import { progressOf, type ProgressFacts, type SchoolFacts } from '#features/hours/rules.ts'
import type { ReportContent, SemesterReportStatus } from '#features/semester-reports/contract.ts'
import { contentOf, evaluationFacts, type WrittenEvaluation } from '#features/semester-reports/rules.ts'
import { reportPdf } from '#features/semester-reports/server/public.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { answersTo } from './demo-evaluations.ts'
import { insertFile } from './demo-file.ts'

type Ids = (name: string) => string

/** A past summer at Lakeshore, with reports in every status. */
const zone = 'America/Chicago'
const summer = { name: 'Summer 2026', start_date: '2026-05-26', end_date: '2026-08-07' } as const

/** Inserts the semester of the reports; called before the ledger, whose earlier lines belong to it. */
export async function insertEndedSemester(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at)
     values ($1, $2, $3, $4::date, $5::date, 'summer', '2025–2026', false, $4::date)`,
    [demoId('lakeshore summer-2026'), demoId('lakeshore'), summer.name, summer.start_date, summer.end_date],
  )
}

const cycle: readonly (SemesterReportStatus | 'none' | 'corrected')[] = [
  'acknowledged',
  'published',
  'school_review',
  'proctor_review',
  'corrected',
  'draft',
  'withheld',
  'none',
]

type Student = ProgressFacts & { email: string }

/** Inserts the reports of that semester with the hours of the ledger: published and unfinished ones. */
export async function insertReports(client: pg.Client, demoId: Ids, objects?: ObjectStore): Promise<void> {
  const semester = demoId('lakeshore summer-2026')
  const { rows } = await client.query<Student>(
    `select u.id as student_id, u.email, u.full_name, u.linked_school_id as school_id, c.id as cohort_id, c.name as cohort_name, null as starts, null as ends,
       g.name as program_name, g.level, coalesce(c.required_hours_total, nullif(q.total_required_hours, 0))::float8 as required, '[]'::jsonb as requirements, 0 as to_make_up,
       jsonb_agg(jsonb_build_object('semester_id', e.semester_id, 'specialty', e.specialty, 'course', e.course_code, 'kind', e.kind, 'day', null,
         'done', e.minutes / 60.0, 'scheduled', 0)) as hours
     from public.users u join public.hours_entries e on e.student_id = u.id and e.semester_id = $1
     left join public.cohort_memberships m on m.student_id = u.id and m.to_date is null left join public.cohorts c on c.id = m.cohort_id
     left join public.programs g on g.id = c.program_id
     left join app.cohort_hours q on q.cohort_id = c.id group by u.id, c.id, g.id, q.total_required_hours order by u.full_name`,
    [semester],
  )
  let at = 0
  for (const student of rows) {
    const isJenna = student.email === 'jenna.student@lakeshore.example'
    const written = writtenOf(student.student_id, isJenna, demoId)
    for (const one of written)
      await insertWritten(client, demoId, one, { student: student.student_id, semester })
    const status = isJenna ? 'corrected' : cycle[at++ % cycle.length]!
    if (status === 'none') continue
    const said = contentFor(student, written)
    const key = { client, demoId, objects, student: student.student_id, semester }
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

function contentFor(student: Student, written: readonly Written[]): ReportContent {
  const school: SchoolFacts = { today: summer.end_date, boards: [], own_cap_pct: null, semesters: [] }
  const progress = progressOf(student, school)
  return contentOf(
    { program: progress, semester: progress },
    {
      school_name: 'Lakeshore College of Nursing',
      semester: summer,
      seats: [],
      incidents: [],
      make_ups: [],
      reported_hours: [],
      capstone_days: [],
      clearance: [],
      capstone: [],
      ...evaluationFacts(written, ['midterm', 'final'], zone),
    },
    defaultSettings,
  )
}

type Written = WrittenEvaluation & { answers: string }

const FORM = 'clinical-s-ni-u'
const form = templates.find(({ key }) => key === FORM)!.content

/** Marcus's midterm and final evaluation of a student; Jenna had one item to work on, which she did. */
function writtenOf(student: string, isJenna: boolean, demoId: Ids): Written[] {
  const one = (kind: 'midterm' | 'final', submitted_at: string, answers: string): Written => {
    const given = JSON.parse(answers) as Answer[]
    const { outcome, score, most } = resultOf(form, given)
    return {
      id: demoId(`${kind} of ${student}`),
      kind,
      status: 'locked',
      outcome,
      score,
      most,
      submitted_at,
      evaluator_name: 'Marcus Bell',
      is_capstone: false,
      domains: domainScores(form, given),
      answers,
    }
  }
  return [
    one('midterm', '2026-06-30T18:00:00Z', answersTo(FORM, 'S', isJenna ? { 'Q3.1': 'NI' } : {})),
    one('final', '2026-08-06T18:00:00Z', answersTo(FORM, 'S')),
  ]
}

type Whose = { student: string; semester: string }

async function insertWritten(
  client: pg.Client,
  demoId: Ids,
  one: Written,
  { student, semester }: Whose,
): Promise<void> {
  const marcus = demoId('marcus.proctor@lakeshore.example')
  await client.query(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, semester_id, kind, instrument_id, instrument_version, status, answers, strengths,
       outcome, score, most, submitted_at, acknowledged_at, verified_at, locked_at)
     select $1, $2, $3, $4, 'semester', $5, $6, i.id, i.latest_version, 'locked', $7, 'Calm with families, and careful with medication.', $8, $9, $10,
       $11::timestamptz, $11::timestamptz + interval '1 day', $11::timestamptz + interval '2 days', $11::timestamptz + interval '14 days'
     from public.evaluation_instruments i where i.key = $12`,
    [
      one.id,
      demoId('lakeshore'),
      student,
      marcus,
      semester,
      one.kind,
      one.answers,
      one.outcome,
      one.score,
      one.most,
      one.submitted_at,
      FORM,
    ],
  )
  if (one.outcome !== 'needs_improvement') return
  await client.query(
    `insert into public.remediation_plans (id, school_id, student_id, faculty_id, items, actions, due_on, status, closed_at)
     values ($1, $2, $3, $4, '[{"code": "Q3.1", "text": "Explains the reasons for care with current evidence"}]',
       'Explains the evidence for one intervention in each post-conference.', '2026-07-21', 'met', '2026-07-22T15:00Z')`,
    [one.id, demoId('lakeshore'), student, marcus],
  )
  await client.query(
    `insert into public.remediation_signatures (plan_id, school_id, party, signed_by, signed_at)
     select $1, $2, s.party, s.by, '2026-07-02T15:00Z' from unnest('{student,faculty,lead}'::text[], $3::uuid[]) s (party, by)`,
    [one.id, demoId('lakeshore'), [student, marcus, demoId('ana.coordinator@lakeshore.example')]],
  )
}

type Inserted = {
  client: pg.Client
  demoId: Ids
  objects: ObjectStore | undefined
  student: string
  semester: string
  status: SemesterReportStatus
  content: ReportContent
  edition: number
}

async function insertReport({
  client,
  demoId,
  objects,
  student,
  semester,
  status,
  content,
  edition,
}: Inserted): Promise<void> {
  const isOut = status === 'published' || status === 'acknowledged' || status === 'superseded'
  const isReviewed = isOut || status === 'school_review'
  const id = (of: number) => demoId(`report ${student} ${of}`)
  const said = {
    strengths: isReviewed ? 'Calm with families, and careful with medication.' : null,
    goals_next: isReviewed ? 'Take the lead with a team of two patients.' : null,
    proctor_comment: isReviewed ? 'A reliable semester. Ready for the next level.' : null,
    school_comment: isOut ? 'Well done. See you in the fall.' : null,
  }
  const pdf =
    isOut && objects ? await insertPdf({ client, demoId, objects, student, content, edition }, said) : null
  await client.query(
    `insert into public.semester_reports (id, school_id, student_id, semester_id, edition, replaces, status, content, proctor_id, decision, strengths, goals_next,
       proctor_comment, school_comment, withheld_reason, generated_at, published_at, acknowledged_at, created_by, pdf_file_id)
     values ($1, $2, $3, $4, $5::integer, $6, $7, $8, $9, 'progressing', $10, $11, $12, $13, $14, '2026-08-10', $15::timestamptz + make_interval(days => 9 * ($5::integer - 1)), $16, $17, $18)`,
    [
      id(edition),
      demoId('lakeshore'),
      student,
      semester,
      edition,
      edition > 1 ? id(edition - 1) : null,
      status,
      JSON.stringify(content),
      demoId('marcus.proctor@lakeshore.example'),
      said.strengths,
      said.goals_next,
      said.proctor_comment,
      said.school_comment,
      status === 'withheld' ? 'A shift of June is being looked into.' : null,
      isOut ? '2026-08-14T15:00Z' : null,
      status === 'acknowledged' ? '2026-08-16T18:00Z' : null,
      demoId('ana.coordinator@lakeshore.example'),
      pdf,
    ],
  )
}

type Said = Record<'strengths' | 'goals_next' | 'proctor_comment' | 'school_comment', string | null>
type Printed = Omit<Inserted, 'objects' | 'semester' | 'status'> & { objects: ObjectStore }

/** Inserts the PDF that the student downloads. */
async function insertPdf(
  { client, demoId, objects, student, content, edition }: Printed,
  said: Said,
): Promise<string> {
  const printed = {
    ...said,
    content,
    edition,
    decision: 'progressing' as const,
    proctor_name: 'Marcus Bell',
    differences: [],
    reopenings: [],
    time_zone: zone,
    published_on: addDays('2026-08-14', 9 * (edition - 1)),
  }
  const by = demoId('ana.coordinator@lakeshore.example')
  const name = `Semester report ${summer.name} ${content.student.full_name} v${edition}`
  const id = demoId(`pdf of report ${student} ${edition}`)
  return insertFile(client, objects, {
    id,
    school: demoId('lakeshore'),
    owner: student,
    by,
    purpose: 'report',
    name,
    ...(await reportPdf(printed)),
  })
}
