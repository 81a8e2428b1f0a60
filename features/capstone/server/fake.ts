import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { EvaluationFields } from '#features/evaluations/contract.ts'
import { evaluationCalls } from '#features/evaluations/server/fake.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { preceptorCalls } from '#features/preceptors/server/fake.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { EvaluationTask, ProjectEvent, ProjectFields } from '../contract.ts'
import { runDueCapstoneWork } from './commands/run-due-capstone-work.ts'
import type { TaskAnswer } from './commands/submit-task.ts'
import { capstoneHandlers } from './handlers.ts'

export type Capstones = Awaited<ReturnType<typeof createCapstones>>
const appUrl = 'https://placewell.example'

/** Two schools with their students, one facility with a preceptor with an account (Priya) and two who answer by links (Lee, Sam). */
export async function createCapstones() {
  const base = await createShiftFixture()
  const { fixture, school, today } = base
  const api = capstoneHandlers({
    authPool: fixture.authPool,
    config: { appUrl },
  })
  const preceptors = preceptorCalls()
  const as = async (who: Person | null) => ({ context: await fixture.as(who) })
  const person = (fullName: string) => fixture.person({ role: 'student', school, fullName })
  const [ada, ben] = [await person('Ada Able'), await person('Ben Bright')]
  const priya = await fixture.person({
    role: 'facility_admin',
    facility: base.ward,
    fullName: 'Priya Raman',
  })
  const idle = await fixture.person({ role: 'facility_admin', facility: base.icu, fullName: 'Ida Idle' })
  await fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, granted_by)
     values ($1, $3, 'capstone_preceptor', $5), ($2, $4, 'capstone_preceptor', $5)`,
    [priya.id, idle.id, base.ward, base.icu, base.people.sam.id],
  )
  const profile = {
    license_no: 'RN 1234',
    license_type: 'RN' as const,
    license_state: 'WI',
    license_expires_on: addDays(today, 400),
    years_experience: 6,
    years_in_setting: 4,
    orientation_completed_on: addDays(today, -200),
    max_students: 1,
  }
  const invite = async (full_name: string, email: string, more = {}, who: Person = base.people.frank) =>
    call(
      preceptors.invite,
      {
        id: randomUUID(),
        idempotency_key: randomUUID(),
        facility_id: base.ward,
        full_name,
        email,
        ...profile,
        ...more,
      },
      await as(who),
    )
  const people = {
    priya: await invite('Priya Raman', priya.email),
    lee: await invite('Lee Moss', 'lee@river.example'),
    sam: await invite('Sam Stone', 'sam@river.example'),
    idle: await invite('Ida Idle', idle.email, { facility_id: base.icu }),
  }
  const key = () => ({ idempotency_key: randomUUID() })
  const fields = (more: Partial<ProjectFields> = {}): ProjectFields => ({
    semester_id: base.semesters[school]!,
    course_code: 'NUR 499',
    title: 'Falls after surgery',
    summary: 'Care of adults after surgery, with a look at falls.',
    learning_goals: [{ goal: 'Prioritize four patients', measure: 'Weekly log', aacn_domain: null }],
    skills: [],
    specialty: 'med_surg',
    project_type: 'practicum_only',
    preferred_units: '',
    start_date: addDays(today, -20),
    end_date: addDays(today, 80),
    deliverables: [{ name: 'Reflection', due: addDays(today, 60) }],
    ...more,
  })
  const get = async (id: string, who: Person | null = base.people.ana) => call(api.get, { id }, await as(who))
  const propose = async (who: Person = ada, more: Partial<ProjectFields> = {}) => {
    const id = randomUUID()
    await call(api.save, { id, version: 0, ...key(), ...fields(more) }, await as(who))
    return id
  }
  const version = async (id: string) =>
    (
      await fixture.rows<{ version: number }>('select version from public.capstone_projects where id = $1', [
        id,
      ])
    )[0]!.version
  const move = async (who: Person, id: string, event: ProjectEvent, reason: string | null = null) =>
    call(api.move, { id, event, reason, version: await version(id), ...key() }, await as(who))
  const approve = async (id: string, more = {}) =>
    call(
      api.approve,
      {
        id,
        version: await version(id),
        faculty_id: base.people.marcus.id,
        required_hours: 24,
        orientation_hours: 0,
        other_hours: 0,
        ...key(),
        ...more,
      },
      await as(base.people.ana),
    )
  /** A project that needs a preceptor. */
  const awaiting = async (who: Person = ada, more: Partial<ProjectFields> = {}) => {
    const id = await propose(who, more)
    await move(who, id, 'submit')
    await move(base.people.ana, id, 'review')
    await approve(id)
    await call(
      api.askFacility,
      { id, version: await version(id), facility_id: base.ward, ...key() },
      await as(base.people.ana),
    )
    return id
  }
  const nominate = async (project_id: string, preceptor_id: string, who: Person = base.people.ana) => {
    const id = randomUUID()
    await call(api.nominate, { id, project_id, preceptor_id, ...key() }, await as(who))
    return id
  }
  const answer = async (id: string, accepts = true, who: Person = priya) =>
    call(api.answer, { id, accepts, reason: null, ...key() }, await as(who))
  const sign = async (who: Person, id: string) => call(api.sign, { id, ...key() }, await as(who))
  const plan = async (project_id: string, date: string, who: Person = ada) => {
    const id = randomUUID()
    await call(
      api.plan,
      { project_id, days: [{ id, date, start_time: '07:00', end_time: '19:00', kind: 'on_unit' }], ...key() },
      await as(who),
    )
    return id
  }
  const confirm = async (id: string, who: Person | null = priya) =>
    call(api.confirm, { id, ...key() }, await as(who))
  /** Tokens of the links sent to an address, newest last. */
  const links = async (email: string) => {
    const rows = await fixture.rows<{ body_text: string }>(
      `select body_text from priv.mails where to_address = $1 and kind = 'preceptor_link' order by created_at`,
      [email],
    )
    return rows.map(({ body_text: text }) => /token=([\w-]+)/.exec(text)![1]!)
  }
  const open = async (token: string) => call(api.openLink, { token }, await as(null))
  const use = async (token: string, given: TaskAnswer, who: Person | null = null) =>
    call(api.submitLink, { token, answer: given }, await as(who))
  /** A matched project of Ada's with Priya, signed by all three. */
  const signed = async (more: Partial<ProjectFields> = {}) => {
    const id = await awaiting(ada, more)
    const nomination = await nominate(id, people.priya.id)
    await answer(nomination)
    for (const who of [ada, priya, base.people.marcus]) await sign(who, nomination)
    return { id, nomination }
  }
  const evaluations = evaluationCalls()
  /** Answers to every item of a form. */
  const fieldsOf = (content: InstrumentContent, point = 'S'): EvaluationFields => ({
    answers: itemsOf(content).map(({ code }) => ({ code, point, comment: null })),
    strengths: 'Calm with families.',
    improvements: null,
  })
  /** Priya submits the midterm or final of a project of Ada's; returns its id. */
  const evaluate = async (project_id: string, kind: EvaluationTask, who: Person = priya) => {
    const asked = { student_id: ada.id, project_id, kind }
    const { content } = await call(evaluations.start, asked, await as(who))
    const about = { subject: 'project' as const, project_id }
    const { id, version: first } = await call(
      evaluations.save,
      { id: randomUUID(), version: 0, student_id: ada.id, kind, about, ...fieldsOf(content) },
      await as(who),
    )
    await call(evaluations.submit, { rows: [{ id, version: first }] }, await as(who))
    return id
  }
  const verify = async (id: string, who: Person = base.people.ana) => {
    const { version: seen } = await call(evaluations.get, { id }, await as(who))
    return call(evaluations.decide, { id, version: seen, decision: 'verify' }, await as(who))
  }
  const dueWork = () => withActor(fixture.workerPool, null, (tx) => runDueCapstoneWork(tx, appUrl))
  /** Removes everything created for projects, for the next test. */
  const clear = async () => {
    await fixture.rows(`update public.capstone_nominations set status = 'ended'`)
    await fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
  }

  return {
    ...base,
    api,
    shifts: base.api,
    evaluations,
    preceptors,
    as,
    key,
    fields,
    ada,
    ben,
    priya,
    idle,
    people: { ...base.people },
    named: people,
    invite,
    get,
    propose,
    move,
    approve,
    awaiting,
    evaluate,
    verify,
    fieldsOf,
    nominate,
    answer,
    sign,
    plan,
    confirm,
    links,
    open,
    use,
    signed,
    version,
    dueWork,
    clear,
  }
}
