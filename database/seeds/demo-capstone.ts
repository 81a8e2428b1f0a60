import { createHash } from 'node:crypto'
import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { answersTo } from './demo-evaluations.ts'

type DemoId = (name: string) => string

/** The token of the demonstration's open link, whose email is kept. */
const demoToken = 'demonstration-preceptor-link-0123456789abcde'
/** The token of the link to a final evaluation. */
const finalToken = 'demonstration-final-evaluation-0123456789abc'

const preceptors = [
  {
    key: 'priya',
    name: 'Priya Raman',
    email: 'priya.preceptor@harborview.example',
    unit: 'main-5e',
    years: 9,
    most: 2,
    account: true,
    expires: 700,
  },
  {
    key: 'lee',
    name: 'Lee Moss',
    email: 'lee.moss@harborview.example',
    unit: 'main-5e',
    years: 12,
    most: 1,
    account: false,
    expires: 500,
  },
  {
    key: 'nadia',
    name: 'Nadia Clarke',
    email: 'nadia.clarke@harborview.example',
    unit: 'main-icu',
    years: 4,
    most: 1,
    account: false,
    expires: 420,
  },
  {
    key: 'omar',
    name: 'Omar Reyes',
    email: 'omar.reyes@harborview.example',
    unit: 'west-peds',
    years: 7,
    most: 2,
    account: false,
    expires: 90,
  },
  // Without a student so far; a wishlist offers them.
  {
    key: 'ines',
    name: 'Ines Duarte',
    email: 'ines.duarte@harborview.example',
    unit: 'main-icu',
    years: 6,
    most: 1,
    account: false,
    expires: 640,
  },
  {
    key: 'ruth',
    name: 'Ruth Adeyemi',
    email: 'ruth.adeyemi@harborview.example',
    unit: 'main-5e',
    years: 15,
    most: 2,
    account: false,
    expires: 410,
  },
  {
    key: 'theo',
    name: 'Theo Walsh',
    email: 'theo.walsh@harborview.example',
    unit: 'west-peds',
    years: 5,
    most: 2,
    account: false,
    expires: 330,
  },
] as const

type Plan = {
  status: string
  title: string
  unit?: string
  preceptor?: (typeof preceptors)[number]['key']
  nomination?: 'proposed' | 'asked' | 'accepted' | 'ended'
  signed?: number
  /** Past days with hours, and planned days from today on; negative numbers are in the past. */
  confirmed?: number
  waiting?: number
  ahead?: number
  handedIn?: boolean
  midterm?: string
  final?: string
  /** True if the preceptor has an open link to write the final evaluation. */
  finalLink?: boolean
}

/** One project in each status; the first is Jenna's. */
const plans: Plan[] = [
  {
    status: 'active',
    title: 'Early mobility after hip surgery',
    unit: 'main-5e',
    preceptor: 'priya',
    nomination: 'accepted',
    signed: 3,
    confirmed: 4,
    waiting: 1,
    ahead: 2,
  },
  { status: 'draft', title: 'Family presence in intensive care' },
  { status: 'submitted', title: 'Handoffs that patients can hear' },
  { status: 'under_review', title: 'Pain scores after cesarean birth' },
  { status: 'revisions_requested', title: 'Falls on the night shift' },
  { status: 'approved', title: 'Discharge teaching with teach-back' },
  {
    status: 'awaiting_preceptor',
    title: 'Sepsis screening on admission',
    unit: 'main-5e',
    preceptor: 'lee',
    nomination: 'asked',
  },
  {
    status: 'awaiting_preceptor',
    title: 'Comfort of children before blood draws',
    unit: 'west-peds',
    preceptor: 'omar',
    nomination: 'proposed',
  },
  {
    status: 'matched',
    title: 'Medication reconciliation',
    unit: 'main-5e',
    preceptor: 'priya',
    nomination: 'accepted',
    signed: 2,
    ahead: 3,
  },
  {
    status: 'completed',
    title: 'Pressure injuries and turning schedules',
    unit: 'main-icu',
    preceptor: 'nadia',
    nomination: 'accepted',
    signed: 3,
    confirmed: 10,
    handedIn: true,
    midterm: 'locked',
    final: 'verified',
  },
  {
    status: 'closed',
    title: 'Oral care in ventilated patients',
    unit: 'main-icu',
    preceptor: 'nadia',
    nomination: 'accepted',
    signed: 3,
    confirmed: 10,
    handedIn: true,
    midterm: 'locked',
    final: 'locked',
  },
  { status: 'withdrawn', title: 'Breastfeeding in the first hour' },
  { status: 'cancelled', title: 'Bedside reports in pediatrics' },
  {
    status: 'failed',
    title: 'Central line bundles',
    unit: 'main-icu',
    preceptor: 'nadia',
    nomination: 'ended',
    signed: 3,
    confirmed: 2,
    midterm: 'acknowledged',
  },
  {
    status: 'active',
    title: 'Quiet hours in intensive care',
    unit: 'main-icu',
    preceptor: 'nadia',
    nomination: 'accepted',
    signed: 3,
    confirmed: 10,
    handedIn: true,
    midterm: 'verified',
    finalLink: true,
  },
  {
    status: 'active',
    title: 'Early warning scores at night',
    unit: 'west-peds',
    preceptor: 'omar',
    nomination: 'accepted',
    signed: 3,
    confirmed: 10,
    handedIn: true,
    midterm: 'verified',
    final: 'submitted',
  },
]

/** Inserts Harborview's preceptors and one of Lakeshore's capstone projects in each status. */
export async function insertCapstone(
  client: pg.Client,
  demoId: DemoId,
  today: PlainDate,
  appUrl = 'http://localhost:3000',
): Promise<void> {
  for (const one of preceptors)
    await client.query(
      `insert into public.preceptors (id, facility_id, user_id, full_name, email, license_no, license_type, license_state, license_expires_on,
         years_experience, years_in_setting, education, orientation_completed_on, max_students, availability)
       values ($1, $2, $3, $4, $5, $6, 'RN', 'WI', $7, $8::numeric, $8::numeric - 1, 'BSN', $9, $10, 'Days and weekends')`,
      [
        demoId(`preceptor ${one.key}`),
        demoId(one.unit),
        one.account ? demoId(one.email) : null,
        one.name,
        one.email,
        `${100000 + one.years * 37}-30`,
        addDays(today, one.expires),
        one.years,
        addDays(today, -300),
        one.most,
      ],
    )
  const { rows: students } = await client.query<{ id: string; semester_id: string }>(
    `select u.id, (select s.id from public.semesters s where s.school_id = u.linked_school_id and s.is_active limit 1) as semester_id
     from public.users u where u.linked_school_id = $1 and u.role = 'student' and u.status = 'active'
     order by u.email <> 'jenna.student@lakeshore.example', u.full_name limit $2`,
    [demoId('lakeshore'), plans.length],
  )
  for (const [at, plan] of plans.entries())
    if (students[at]?.semester_id)
      await insertProject(client, demoId, today, { ...plan, appUrl }, students[at], at)
}

async function insertProject(
  client: pg.Client,
  demoId: DemoId,
  today: PlainDate,
  plan: Plan & { appUrl: string },
  student: { id: string; semester_id: string },
  at: number,
) {
  const id = demoId(`capstone ${at}`)
  const school = demoId('lakeshore')
  const isEarly = [
    'draft',
    'submitted',
    'under_review',
    'revisions_requested',
    'withdrawn',
    'cancelled',
  ].includes(plan.status)
  await client.query(
    `insert into public.capstone_projects (id, school_id, student_id, semester_id, course_code, title, summary, learning_goals, skills, specialty, project_type,
       start_date, end_date, status, faculty_id, facility_id, required_hours, orientation_hours, feedback)
     values ($1, $2, $3, $4, 'NUR 499', $5, $6, $7, $8, 'med_surg', $9, $10, $11, $12, $13, $14, 120, 8, $15)`,
    [
      id,
      school,
      student.id,
      student.semester_id,
      plan.title,
      'I want to follow a full patient load with one nurse, and to look at one question of the unit that matters to patients.',
      JSON.stringify([
        { goal: 'Prioritize the care of four patients through a shift', measure: 'Weekly log' },
        { goal: 'Report changes to the provider with SBAR', measure: 'Preceptor’s feedback' },
      ]),
      ['IV therapy', 'Wound care'],
      at % 3 === 0 ? 'qi_project' : 'practicum_only',
      addDays(today, -42),
      addDays(today, 70),
      plan.status,
      isEarly ? null : demoId('marcus.proctor@lakeshore.example'),
      plan.unit ? demoId(plan.unit) : null,
      plan.status === 'revisions_requested' ? 'Say how you will measure falls, and name the unit.' : null,
    ],
  )
  await client.query(
    `insert into public.capstone_deliverables (school_id, project_id, name, due, status) values ($1, $2, 'Reflection', $3, $4), ($1, $2, 'Poster', $5, $4)`,
    [school, id, addDays(today, 30), plan.handedIn ? 'accepted' : 'open', addDays(today, 60)],
  )
  await client.query(
    `insert into public.capstone_events (school_id, project_id, actor_id, party, by_name, event) select $1, $2, $3, 'student', u.full_name, 'submit'
     from public.users u where u.id = $3 and $4 <> 'draft'`,
    [school, id, student.id, plan.status],
  )
  if (plan.preceptor) await insertNomination(client, demoId, today, plan, { id, at })
  if (plan.status === 'completed' || plan.status === 'closed') await insertCertificate(client, id)
}

/** The certificate of a completed project's preceptor. */
const insertCertificate = (client: pg.Client, project: string) =>
  client.query(
    `insert into public.capstone_certificates (school_id, project_id, preceptor_id, preceptor_name, school_name, facility_name, faculty_name, course_code, minutes, days,
       first_day, last_day, issued_on)
     select p.school_id, p.id, d.preceptor_id, d.preceptor_name, c.name, f.name, u.full_name, p.course_code, sum(d.minutes), count(*), min(d.date), max(d.date), current_date
     from public.capstone_projects p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.facility_id left join public.users u on u.id = p.faculty_id
     join public.capstone_days d on d.project_id = p.id and d.status = 'confirmed' where p.id = $1 group by p.id, d.preceptor_id, d.preceptor_name, c.name, f.name, u.full_name`,
    [project],
  )

type Made = { id: string; at: number }

async function insertNomination(
  client: pg.Client,
  demoId: DemoId,
  today: PlainDate,
  plan: Plan & { appUrl: string },
  { id, at }: Made,
) {
  const school = demoId('lakeshore')
  const nomination = demoId(`nomination ${at}`)
  const preceptor = demoId(`preceptor ${plan.preceptor}`)
  const name = preceptors.find(({ key }) => key === plan.preceptor)!.name
  const signed = (nth: number) => ((plan.signed ?? 0) >= nth ? new Date() : null)
  await client.query(
    `insert into public.capstone_nominations (id, school_id, project_id, preceptor_id, preceptor_name, status, answer_by, student_signed_at, faculty_signed_at,
       preceptor_signed_at, midterm_asked_at, final_asked_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $11 then now() end, case when $12 then now() end)`,
    [
      nomination,
      school,
      id,
      preceptor,
      name,
      plan.nomination,
      plan.nomination === 'proposed' ? null : addDays(today, 5),
      signed(1),
      signed(2),
      signed(3),
      plan.midterm !== undefined,
      plan.final !== undefined || plan.finalLink === true,
    ],
  )
  const days = [
    ...Array.from({ length: plan.confirmed ?? 0 }, (_, n) => ({
      date: addDays(today, -38 + n * 3),
      status: 'confirmed',
    })),
    ...Array.from({ length: plan.waiting ?? 0 }, (_, n) => ({
      date: addDays(today, -2 - n),
      status: 'planned',
    })),
    ...Array.from({ length: plan.ahead ?? 0 }, (_, n) => ({
      date: addDays(today, 2 + n * 3),
      status: 'planned',
    })),
  ]
  for (const [n, { date, status }] of days.entries())
    await insertDay(client, {
      id: demoId(`capstone day ${at} ${n}`),
      project: id,
      school,
      preceptor,
      name,
      date,
      status,
    })
  const link = { client, preceptor, name, project: id, nomination, appUrl: plan.appUrl }
  if (plan.nomination === 'asked')
    await insertLink({
      ...link,
      task: 'accept',
      kind: null,
      token: demoToken,
      subject: 'Lakeshore College of Nursing asks you to be a preceptor',
      label: 'See the request',
    })
  if (plan.finalLink)
    await insertLink({
      ...link,
      task: 'evaluate',
      kind: 'final',
      token: finalToken,
      subject: `Final evaluation of your student: “${plan.title}”`,
      label: 'Evaluate',
    })
  for (const kind of ['midterm', 'final'] as const)
    if (plan[kind])
      await insertEvaluation(client, demoId, {
        project: id,
        preceptor,
        kind,
        status: plan[kind],
        failed: plan.status === 'failed',
      })
}

type Link = {
  client: pg.Client
  preceptor: string
  name: string
  project: string
  nomination: string
  task: string
  kind: string | null
  token: string
  subject: string
  label: string
  appUrl: string
}

async function insertLink({ client, token, name, ...link }: Link): Promise<void> {
  const url = `${link.appUrl}/capstone-task?token=${token}`
  const { rows } = await client.query<{ id: string }>(
    `insert into public.preceptor_links (preceptor_id, task, kind, project_id, school_id, nomination_id)
      select $1, $2, $3, p.id, p.school_id, $5 from public.capstone_projects p where p.id = $4 returning id`,
    [link.preceptor, link.task, link.kind, link.project, link.nomination],
  )
  await client.query('select app.mail_preceptor_link($1, $2, $3, $4)', [
    rows[0]!.id,
    link.subject,
    `Hello ${name},\n\n${link.label}: ${url}`,
    `<p>Hello ${name},</p><p><a href="${url}">${link.label}</a></p>`,
  ])
  // A fixed token; tokens in emailed links are random.
  const hash = createHash('sha256').update(token).digest('hex')
  await client.query('update public.preceptor_links set token_hash = $2 where id = $1', [rows[0]!.id, hash])
}

type Written = {
  project: string
  preceptor: string
  kind: 'midterm' | 'final'
  status: string
  failed: boolean
}

/** The preceptor's evaluation of the student; if the student failed, with an unsafe item. */
async function insertEvaluation(client: pg.Client, demoId: DemoId, one: Written): Promise<void> {
  const answers = answersTo('clinical-s-ni-u', 'S', one.failed ? { 'Q5.1': 'U' } : {})
  const isSettled = one.status === 'verified' || one.status === 'locked'
  await client.query(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, preceptor_id, preceptor_name, subject, semester_id, project_id, kind, instrument_id, instrument_version,
       status, answers, strengths, outcome, score, most, submitted_at, acknowledged_at, verified_at, verified_by, locked_at)
     select $1, p.school_id, p.student_id, r.user_id, r.id, r.full_name, 'project', p.semester_id, p.id, $2, i.id, i.latest_version, $3, $4, 'Thinks ahead, and asks early.',
       $5, $6::integer, 30, now() - interval '3 days', case when $3 <> 'submitted' then now() - interval '2 days' end, case when $7 then now() - interval '1 day' end,
       case when $7 then $8::uuid end, case when $3 = 'locked' then now() end
     from public.capstone_projects p join public.preceptors r on r.id = $9 join public.evaluation_instruments i on i.key = 'clinical-s-ni-u' where p.id = $10`,
    [
      demoId(`${one.kind} of ${one.project}`),
      one.kind,
      one.status,
      answers,
      one.failed ? 'unsatisfactory' : 'satisfactory',
      one.failed ? 28 : 30,
      isSettled,
      demoId('ana.coordinator@lakeshore.example'),
      one.preceptor,
      one.project,
    ],
  )
}

type Day = {
  id: string
  project: string
  school: string
  preceptor: string
  name: string
  date: PlainDate
  status: string
}

async function insertDay(client: pg.Client, day: Day): Promise<void> {
  const isConfirmed = day.status === 'confirmed'
  await client.query(
    `insert into public.capstone_days (id, school_id, project_id, date, start_time, end_time, starts_at, ends_at, status, preceptor_id, preceptor_name, minutes, confirmed_at, reminded_at, facility_id)
     values ($1, $2, $3, $4, '07:00', '19:00', ($4::date + time '07:00') at time zone 'America/Chicago', ($4::date + time '19:00') at time zone 'America/Chicago',
       $5, $6, $7, $8, $9, case when $4::date < current_date then now() end,
       coalesce((select u.id from public.units u join public.capstone_projects p on p.facility_id = u.id where p.id = $3), (select r.facility_id from public.preceptors r where r.id = $6)))`,
    [
      day.id,
      day.school,
      day.project,
      day.date,
      day.status,
      day.preceptor,
      day.name,
      isConfirmed ? 720 : null,
      isConfirmed ? new Date() : null,
    ],
  )
  if (!isConfirmed) return
  await client.query(
    `insert into public.hours_entries (school_id, student_id, semester_id, capstone_day_id, date, minutes, kind, specialty, course_code, source, source_key)
     select p.school_id, p.student_id, p.semester_id, $1::uuid, $2::date, 720, 'direct_care', p.specialty, p.course_code, 'preceptor', 'capstone ' || $1::text
     from public.capstone_projects p where p.id = $3`,
    [day.id, day.date, day.project],
  )
}
