/** Evaluations against real PostgreSQL: the life of an evaluation, plans, the scheduler, and access. */
import { asContractError } from '#platform/server/pg-errors.ts'
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { withActor } from '#platform/server/actor.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import type { EvaluationKind, EvaluationStart } from '../contract.ts'
import { assignEvaluations } from './commands/assign-evaluations.ts'
import { runDueEvaluationWork } from './commands/run-due-evaluation-work.ts'
import { evaluationHandlers } from './handlers.ts'
import { evaluationsOf } from './public.ts'

let at: Unit
const api = evaluationHandlers()
beforeAll(async () => {
  at = await createUnit()
})
// People who left in a test are back for the next ones, which assign evaluations for the whole semester.
afterEach(() =>
  at.fixture.rows(
    `set session_replication_role = replica; update public.users set status = 'active' where status = 'deactivated'; set session_replication_role = origin`,
  ),
)
afterAll(() => at.fixture.close())

type Shift = Awaited<ReturnType<Unit['running']>>
type Written = { id: string; version: number; status: string }
const work = (now?: string) => withActor(at.fixture.workerPool, null, (tx) => runDueEvaluationWork(tx, now))

/** A shift that ended an hour ago with students who came. */
async function over(count: number): Promise<{ shift: Shift; people: Person[] }> {
  const people = await at.students(count)
  const shift = await at.running('9 hours', people)
  for (const seat of shift.seats) {
    await at.mark(shift.lead, shift.id, seat, 'present', { at: shift.startsAt })
    await at.mark(shift.lead, shift.id, seat, 'left')
  }
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
  return { shift, people }
}

const start = async (who: Person | null, shift: Shift, student: Person, kind: EvaluationKind = 'shift') =>
  call(api.start, { student_id: student.id, kind, shift_id: shift.id }, await at.as(who))
const answersOf = (
  { content }: Pick<EvaluationStart, 'content'>,
  point: string,
  other: Record<string, string> = {},
) =>
  itemsOf(content).map(({ code }) => ({ code, point: other[code] ?? point, comment: null as string | null }))

type Draft = {
  kind?: EvaluationKind
  point?: string
  other?: Record<string, string>
  id?: string
  version?: number
  comment?: string
}
async function save(who: Person | null, shift: Shift, student: Person, draft: Draft = {}): Promise<Written> {
  const { kind = 'shift', point = 'S', other = {}, id = randomUUID(), version = 0, comment } = draft
  const form = await start(who?.id === student.id ? student : shift.lead, shift, student, kind)
  const answers = answersOf(form, point, other).map((one) => ({
    ...one,
    comment: other[one.code] ? (comment ?? null) : null,
  }))
  const about = { subject: kind === 'shift' ? ('shift' as const) : ('semester' as const), shift_id: shift.id }
  return call(
    api.save,
    {
      id,
      version,
      student_id: student.id,
      kind,
      about,
      answers,
      strengths: 'Calm with families.',
      improvements: null,
    },
    await at.as(who),
  )
}
const submit = async (who: Person | null, ...rows: Pick<Written, 'id' | 'version'>[]) =>
  call(api.submit, { rows: rows.map(({ id, version }) => ({ id, version })) }, await at.as(who))
async function submitted(shift: Shift, student: Person, draft: Draft = {}): Promise<Written> {
  const { rows } = await submit(shift.lead, await save(shift.lead, shift, student, draft))
  return rows[0]!
}
const answer = async (
  who: Person | null,
  { id, version }: Pick<Written, 'id' | 'version'>,
  what: 'acknowledge' | 'reply' | 'dispute',
  reply: string | null = null,
) => call(api.answer, { id, version, what, reply }, await at.as(who))
const decide = async (
  who: Person | null,
  { id, version }: Pick<Written, 'id' | 'version'>,
  decision: 'verify' | 'return' | 'void',
  reason: string | null = null,
) => call(api.decide, { id, version, decision, reason }, await at.as(who))
const get = async (who: Person | null, id: string) => call(api.get, { id }, await at.as(who))
const now = async (id: string) =>
  (
    await at.fixture.rows<Written>('select id, version, status from public.evaluations where id = $1', [id])
  )[0]!
const titles = async (who: Person) => (await receivedBy(at.fixture, who)).map(({ title }) => title)
const trail = async (id: string) =>
  (
    await at.fixture.rows<{ to_status: string }>(
      'select to_status from public.evaluation_events where evaluation_id = $1 order by id',
      [id],
    )
  ).map(({ to_status: status }) => status)

describe('an evaluation', () => {
  it('is started with the first answer, saved at every answer, and submitted once complete', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const form = await start(shift.lead, shift, student)
    expect(form).toMatchObject({
      evaluation: null,
      student_name: 'Student 1',
      instrument_name: 'Shift quick check',
    })
    const id = randomUUID()
    const about = { subject: 'shift' as const, shift_id: shift.id }
    const part = {
      id,
      student_id: student.id,
      kind: 'shift' as const,
      about,
      strengths: null,
      improvements: null,
    }
    const first = await call(
      api.save,
      { ...part, version: 0, answers: answersOf(form, 'S').slice(0, 1) },
      await at.as(shift.lead),
    )
    expect(first).toMatchObject({ status: 'draft', version: 1 })
    await expect(submit(shift.lead, first)).rejects.toThrow('4 items need')
    const whole = await call(
      api.save,
      { ...part, version: 1, answers: answersOf(form, 'S') },
      await at.as(shift.lead),
    )
    await expect(
      call(api.save, { ...part, version: 1, answers: [] }, await at.as(shift.lead)),
    ).rejects.toThrow('just changed')
    expect((await submit(shift.lead, whole)).rows).toMatchObject([{ id, status: 'submitted' }])
    expect(await get(student, id)).toMatchObject({
      outcome: 'satisfactory',
      score: 10,
      most: 10,
      failed_checks: [],
      evaluator_name: expect.stringContaining('Instructor'),
    })
    expect(await titles(student)).toContain('Your shift evaluation is ready')
    await expect(save(shift.lead, shift, student, { id, version: 3 })).rejects.toThrow('is submitted')
    await expect(save(shift.lead, shift, student)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await trail(id)).toEqual(['draft', 'submitted'])
  })

  it('of a group is copied without comments, edited, and all are submitted or none', async () => {
    const { shift, people } = await over(3)
    const [one, two, three] = people as [Person, Person, Person]
    const first = await save(shift.lead, shift, one)
    const { made } = await call(
      api.copyToGroup,
      { id: first.id, version: first.version, student_ids: [two.id, three.id] },
      await at.as(shift.lead),
    )
    expect(made).toBe(2)
    const { group } = await start(shift.lead, shift, one)
    expect(group.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft'])
    const [, second, third] = group as [(typeof group)[0], (typeof group)[0], (typeof group)[0]]
    const changed = await save(shift.lead, shift, two, { id: second.id!, version: 1, other: { K2: 'U' } })
    const rows = [first, changed, { id: third.id!, version: third.version }]
    await expect(submit(shift.lead, ...rows)).rejects.toThrow('The evaluation of Student 2 is not complete')
    expect((await now(first.id)).status).toBe('draft')
    const fixed = await save(shift.lead, shift, two, {
      id: second.id!,
      version: changed.version,
      other: { K2: 'U' },
      comment: 'Raised the bed rails late.',
    })
    // With little time left one is submitted, and the others stay as they were.
    const reached = (await withTimeLimit(1_900, () => submit(shift.lead, first, fixed, rows[2]!))).rows
    expect(reached).toHaveLength(1)
    const left = [first, fixed, rows[2]!].filter(({ id }) => id !== reached[0]!.id)
    expect((await submit(shift.lead, ...left)).rows).toHaveLength(2)
  })

  it('of a group is not copied onto one that is assigned with another form', async () => {
    const { shift, people } = await over(2)
    const [one, two] = people as [Person, Person]
    const first = await save(shift.lead, shift, one)
    const [assigned] = await at.fixture.rows<{ id: string }>(
      `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status)
       select gen_random_uuid(), s.school_id, $2, s.proctor_id, 'shift', s.id, s.semester_id, 'shift', i.id, i.latest_version, 'assigned'
       from public.shifts s, public.evaluation_instruments i where s.id = $1 and i.key = 'met-not-met' returning id`,
      [shift.id, two.id],
    )
    const sent = { id: first.id, version: first.version, student_ids: [two.id] }
    expect(await call(api.copyToGroup, sent, await at.as(shift.lead))).toEqual({ made: 0 })
    expect(await get(shift.lead, assigned!.id)).toMatchObject({ status: 'assigned', answers: [] })
  })

  it('started on two devices at once is started once, and the other gets a refusal', async () => {
    const { shift, people } = await over(1)
    const outcomes = await Promise.allSettled([1, 2].map(() => save(shift.lead, shift, people[0]!)))
    const [refused] = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(refused!.reason).toMatchObject({ code: 'CONFLICT', data: { code: 'evaluation.old_version' } })
    // Skips the check for an existing one, so that only the constraint refuses.
    const unique = await at.fixture.rows<{ constraint: string }>(
      `select relname as constraint from pg_index join pg_class on oid = indexrelid
       where indrelid = 'public.evaluations'::regclass and relname ~ '_once$' order by 1`,
    )
    expect(unique.map(({ constraint }) => constraint)).toEqual([
      'evaluations_amended_once',
      'evaluations_once',
    ])
    for (const { constraint } of unique)
      expect(asContractError({ code: '23505', constraint })).toMatchObject({
        data: { code: 'evaluation.old_version' },
      })
  })

  it('submitted twice, even at once, is submitted once, with one notification', async () => {
    const { shift, people } = await over(1)
    const draft = await save(shift.lead, shift, people[0]!)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => submit(shift.lead, draft)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await trail(draft.id)).toEqual(['draft', 'submitted'])
    expect(
      (await titles(people[0]!)).filter((title) => title === 'Your shift evaluation is ready'),
    ).toHaveLength(1)
  })

  it('is acknowledged with a reply, disputed with a reason, returned, corrected and verified', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const sent = await submitted(shift, student, { kind: 'midterm' })
    await expect(answer(student, sent, 'dispute', ' ')).rejects.toThrow('Say what you disagree with')
    const disputed = await answer(student, sent, 'dispute', 'I was not on the unit that week.')
    await expect(answer(student, disputed, 'acknowledge')).rejects.toThrow('is disputed')
    expect(await titles(at.people.ana)).toContain('Student 1 disputes a midterm evaluation')
    const queue = await call(api.list, { show: 'queue' }, await at.as(at.people.ana))
    expect(queue.rows.find(({ id }) => id === sent.id)).toMatchObject({
      status: 'disputed',
      student_name: 'Student 1',
    })
    for (const school of [null, at.otherSchool]) {
      await at.fixture.selectSchool(at.people.sam, school)
      const all = await call(api.list, { show: 'queue' }, await at.as(at.people.sam))
      expect(all.rows).toContainEqual(expect.objectContaining({ id: sent.id }))
    }
    for (const who of [at.people.rob, at.people.frank])
      expect((await call(api.list, { show: 'queue' }, await at.as(who))).rows).toEqual([])
    await expect(decide(at.people.ana, disputed, 'return')).rejects.toThrow('Give a reason')
    const returned = await decide(at.people.ana, disputed, 'return', 'Look at the week of the 3rd again.')
    expect(await titles(shift.lead)).toContain('A midterm evaluation was returned to you')
    await expect(get(student, sent.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const corrected = await save(shift.lead, shift, student, {
      kind: 'midterm',
      id: sent.id,
      version: returned.version,
    })
    const again = (await submit(shift.lead, corrected)).rows[0]!
    const acknowledged = await answer(student, again, 'acknowledge', 'Thank you.')
    expect((await decide(at.people.ana, acknowledged, 'verify')).status).toBe('verified')
    expect(await get(student, sent.id)).toMatchObject({ student_reply: 'Thank you.', status: 'verified' })
    expect(await trail(sent.id)).toEqual([
      'draft',
      'submitted',
      'disputed',
      'under_verification',
      'returned',
      'draft',
      'submitted',
      'acknowledged',
      'under_verification',
      'verified',
    ])
  })

  it('that is disputed is verified with an answer, which its history keeps', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const sent = await submitted(shift, student)
    const disputed = await answer(student, sent, 'dispute', 'I was not on the unit that week.')
    await expect(decide(at.people.ana, disputed, 'verify')).rejects.toThrow('Give a reason')
    expect(await now(sent.id)).toMatchObject({ status: 'disputed' })
    await decide(at.people.ana, disputed, 'verify', ' You checked in on the 3rd. ')
    for (const who of [student, shift.lead, at.people.ana])
      expect((await get(who, sent.id)).trail.at(-1)).toMatchObject({
        status: 'verified',
        reason: 'You checked in on the 3rd.',
      })
  })

  it('that pass every check are verified together, all or none; others must be opened', async () => {
    const { shift, people } = await over(4)
    const [one, two, three, four] = people as [Person, Person, Person, Person]
    const rows = [await submitted(shift, one), await submitted(shift, two)]
    const disputed = await answer(
      three,
      await submitted(shift, three),
      'dispute',
      'I gave the report myself.',
    )
    const unchecked = await submitted(shift, four)
    await at.fixture.rows(`update public.evaluations set failed_checks = '{attended}' where id = $1`, [
      unchecked.id,
    ])
    const [{ version } = { version: 0 }] = await at.fixture.rows<{ version: number }>(
      'select version from public.evaluations where id = $1',
      [unchecked.id],
    )
    // The page of the shift loads what its instructor wrote there.
    const onShift = async (shift_id: string) =>
      (await call(api.list, { show: 'written', shift_id }, await at.as(shift.lead))).rows
    expect((await onShift(shift.id)).map(({ student_id: id }) => id).toSorted()).toEqual(
      people.map(({ id }) => id).toSorted(),
    )
    expect(await onShift(randomUUID())).toEqual([])
    const verify = async (who: Person | null, ...these: Pick<Written, 'id' | 'version'>[]) =>
      call(
        api.verifyMany,
        { rows: these.map(({ id, version: seen }) => ({ id, version: seen })) },
        await at.as(who),
      )
    const statuses = async () =>
      (
        await at.fixture.rows<{ status: string }>(
          'select status from public.evaluations where id = any ($1) order by array_position($1, id)',
          [[...rows, disputed, unchecked].map(({ id }) => id)],
        )
      ).map(({ status }) => status)
    await expect(verify(at.people.ana, rows[0]!, disputed)).rejects.toThrow('needs review')
    await expect(verify(at.people.ana, rows[0]!, { id: unchecked.id, version })).rejects.toThrow(
      'needs review',
    )
    for (const who of [shift.lead, one, at.people.frank, null])
      await expect(verify(who, rows[0]!)).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403, 404]) })
    expect(await statuses()).toEqual(['submitted', 'submitted', 'disputed', 'submitted'])
    // With little time left one is verified, and the other stays as it was; one that must be opened still refuses both.
    await expect(withTimeLimit(1_900, () => verify(at.people.ana, ...rows, disputed))).rejects.toThrow(
      'needs review',
    )
    const reached = (await withTimeLimit(1_900, () => verify(at.people.ana, ...rows))).rows
    expect(reached).toHaveLength(1)
    expect((await statuses()).toSorted()).toEqual(['disputed', 'submitted', 'submitted', 'verified'])
    const left = rows.filter(({ id }) => id !== reached[0]!.id)
    expect((await verify(at.people.ana, ...left)).rows.map(({ status }) => status)).toEqual(['verified'])
    expect(await statuses()).toEqual(['verified', 'verified', 'disputed', 'submitted'])
    expect((await receivedBy(at.fixture, one)).filter(({ title }) => /verified/i.test(title))).toHaveLength(1)
  })

  it('of a midterm starts with its evaluator’s notes after shifts, until it is started', async () => {
    const { shift, people } = await over(2)
    const [student, other] = people as [Person, Person]
    await submitted(shift, student)
    await save(shift.lead, shift, other)
    expect((await start(shift.lead, shift, student)).prefilled).toBeNull()
    expect((await start(shift.lead, shift, student, 'final')).prefilled).toBeNull()
    // A draft is not a note.
    expect((await start(shift.lead, shift, other, 'midterm')).prefilled).toBeNull()
    expect((await start(student, shift, student, 'midterm')).prefilled).toBeNull()
    expect((await start(shift.lead, shift, student, 'midterm')).prefilled).toEqual({
      shifts: 1,
      strengths: expect.stringMatching(/: Calm with families\.$/),
      improvements: null,
    })
    await save(shift.lead, shift, student, { kind: 'midterm' })
    expect((await start(shift.lead, shift, student, 'midterm')).prefilled).toBeNull()
  })

  it('is amended as a new version that replaces it once submitted', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const old = await decide(at.people.ana, await submitted(shift, student, { kind: 'final' }), 'verify')
    const new_id = randomUUID()
    const amend = async (who: Person | null, id = old.id) =>
      call(api.amend, { id, new_id, reason: 'I mixed up two students.' }, await at.as(who))
    await expect(amend(at.people.denise)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const draft = await amend(shift.lead)
    await expect(amend(shift.lead)).rejects.toThrow('without a newer version')
    expect(await get(student, old.id)).toMatchObject({ is_superseded: false })
    const { answers } = await get(shift.lead, new_id)
    const about = { subject: 'semester' as const, shift_id: shift.id }
    const words = { answers, strengths: 'Other words.', improvements: null }
    const changed = await call(
      api.save,
      { id: new_id, version: draft.version, student_id: student.id, kind: 'final', about, ...words },
      await at.as(shift.lead),
    )
    await submit(shift.lead, { id: new_id, version: changed.version })
    expect(await get(student, old.id)).toMatchObject({
      is_superseded: true,
      strengths: 'Calm with families.',
    })
    expect(await get(student, new_id)).toMatchObject({ amendment_of: old.id, strengths: 'Other words.' })
  })

  it('by the student is their own: no plan, no verification queue', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const draft = await save(student, shift, student, { kind: 'midterm', other: { 'Q3.1': 'NI' } })
    await submit(student, draft)
    expect(await get(student, draft.id)).toMatchObject({ is_self: true, status: 'submitted', plan: null })
    await expect(answer(student, await now(draft.id), 'acknowledge')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const queue = await call(api.list, { show: 'queue' }, await at.as(at.people.ana))
    expect(queue.rows.some(({ id }) => id === draft.id)).toBe(false)
    // The instructor can read it only after submitting their own.
    await expect(get(shift.lead, draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await submitted(shift, student, { kind: 'midterm' })
    expect(await get(shift.lead, draft.id)).toMatchObject({ is_self: true })
  })

  it('by the student of a shift they missed is refused; a midterm is not', async () => {
    const [student] = (await at.students(1)) as [Person]
    const shift = await at.running('3 hours', [student])
    await at.mark(shift.lead, shift.id, shift.seats[0]!, 'absent_excused', { reason: 'Fever.' })
    await expect(start(student, shift, student)).rejects.toThrow('You missed this shift.')
    expect(await start(student, shift, student, 'midterm')).toMatchObject({ evaluation: null })
  })

  it('accepts no NI at the final, and no answer that is not in its form', async () => {
    const { shift, people } = await over(1)
    const final = await save(shift.lead, shift, people[0]!, { kind: 'final', other: { 'Q3.1': 'NI' } })
    await expect(submit(shift.lead, final)).rejects.toThrow('1 item needs')
    const about = { subject: 'semester' as const, shift_id: shift.id }
    const strange = {
      id: final.id,
      version: final.version,
      student_id: people[0]!.id,
      kind: 'final' as const,
      about,
      answers: [{ code: 'ZZ', point: 'S', comment: null }],
      strengths: null,
      improvements: null,
    }
    await expect(call(api.save, strange, await at.as(shift.lead))).rejects.toThrow('no item ZZ')
    await expect(
      call(
        api.save,
        { ...strange, answers: [], strengths: 'Well done with patient Miller, MRN 1234567.' },
        await at.as(shift.lead),
      ),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a remediation plan', () => {
  it('opens with an NI at midterm, is signed by three parties, and then closed', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const sent = await submitted(shift, student, { kind: 'midterm', other: { 'Q3.1': 'NI' } })
    const planOf = async (who: Person) => (await get(who, sent.id)).plan!
    expect(await planOf(student)).toMatchObject({ status: 'open', items: [{ code: 'Q3.1' }], signatures: [] })
    expect(await titles(at.people.ana)).toContain('A remediation plan opened for Student 1')
    expect(await titles(shift.lead)).not.toContain('A remediation plan opened for Student 1')
    const sign = async (who: Person | null, read?: number) => {
      const version = read ?? (await planOf(shift.lead)).version
      return call(api.signPlan, { id: sent.id, version }, await at.as(who))
    }
    await expect(sign(student)).rejects.toThrow('has not written')
    const write = async (who: Person | null, actions: string) =>
      call(
        api.savePlan,
        { id: sent.id, version: (await planOf(shift.lead)).version, actions, due_on: '2030-03-01' },
        await at.as(who),
      )
    await expect(write(at.people.denise, 'Something else entirely.')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await write(shift.lead, 'Two articles on wound care, then explain them.')
    const close = async (who: Person | null, result: 'met' | 'not_met', note: string | null = null) =>
      call(
        api.closePlan,
        { id: sent.id, version: (await planOf(shift.lead)).version, result, note },
        await at.as(who),
      )
    await expect(close(shift.lead, 'met')).rejects.toThrow('All three must sign')
    const { version: read } = await planOf(student)
    await write(shift.lead, 'Two articles on wound care, then show it on the unit.')
    await expect(sign(student, read), 'a plan they have not read').rejects.toMatchObject({
      data: { code: 'evaluation.old_version' },
    })
    const both = [sign(student), write(shift.lead, 'Four articles on wound care, by heart.')]
    const [signed, rewritten] = await Promise.allSettled(both)
    expect([signed!.status, rewritten!.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (signed!.status === 'rejected') await sign(student)
    await expect(sign(student)).rejects.toThrow('already')
    await expect(write(shift.lead, 'Three articles on wound care instead.')).rejects.toThrow('was signed')
    await sign(shift.lead)
    await sign(at.people.ana)
    for (const who of [at.people.rob, at.people.denise, at.people.frank])
      await expect(sign(who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(close(shift.lead, 'not_met')).rejects.toThrow('Say what was not met')
    await close(shift.lead, 'met')
    expect(await planOf(student)).toMatchObject({ status: 'met' })
    expect(await titles(student)).toContain('Your remediation plan is met')
  })
})

it('that no one began is void once its instructor left, and the school is notified of midterms and finals', async () => {
  const { shift, people } = await over(2)
  const [begun, waiting] = people as [Person, Person]
  const draft = await save(shift.lead, shift, begun, { kind: 'midterm' })
  const [assigned] = await at.fixture.rows<{ id: string }>(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status)
     select gen_random_uuid(), s.school_id, $2, s.proctor_id, 'semester', s.id, s.semester_id, 'midterm', i.id, i.latest_version, 'assigned'
     from public.shifts s, public.evaluation_instruments i where s.id = $1 and i.key = 'clinical-s-ni-u' returning id`,
    [shift.id, waiting.id],
  )
  await work()
  expect((await now(assigned!.id)).status).toBe('assigned')
  await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [shift.lead.id])
  await work()
  await work()
  expect([(await now(assigned!.id)).status, (await now(draft.id)).status]).toEqual(['voided', 'draft'])
  const said = (await titles(at.people.ana)).filter(
    (title) => title === 'An evaluation needs another instructor',
  )
  expect(said).toHaveLength(1)
})

describe('a remediation plan follows its evaluation', () => {
  const plan = async (id: string) => {
    const [row] = await at.fixture.rows<{ status: string; codes: string[] }>(
      `select status, array(select i ->> 'code' from jsonb_array_elements(items) i) as codes from public.remediation_plans where id = $1`,
      [id],
    )
    return row
  }
  const failing = async (codes: string[] = ['Q3.1']) => {
    const { shift, people } = await over(1)
    const student = people[0]!
    const other = Object.fromEntries(codes.map((code) => [code, 'NI']))
    return { shift, student, sent: await submitted(shift, student, { kind: 'midterm', other }) }
  }
  const openIds = async (who: Person) =>
    (await call(api.plans, { show: 'open' }, await at.as(who))).rows.map(({ id }) => id)

  it('is void once the evaluation is voided', async () => {
    const { sent } = await failing()
    expect(await openIds(at.people.ana)).toContain(sent.id)
    await decide(at.people.ana, sent, 'void', 'The wrong student.')
    expect(await plan(sent.id)).toMatchObject({ status: 'void' })
    expect(await openIds(at.people.ana)).not.toContain(sent.id)
  })

  it('has the items of the corrected evaluation, is void without any, and opens again', async () => {
    const { shift, student, sent } = await failing()
    const correct = async (other: Record<string, string>) => {
      const { version } = await decide(at.people.ana, await now(sent.id), 'return', 'Look again.')
      await submitted(shift, student, { id: sent.id, version, kind: 'midterm', other })
    }
    await correct({ 'Q3.1': 'NI', 'Q3.2': 'NI' })
    expect(await plan(sent.id)).toEqual({ status: 'open', codes: ['Q3.1', 'Q3.2'] })
    await correct({})
    expect(await plan(sent.id)).toMatchObject({ status: 'void' })
    const said = async () =>
      (await titles(at.people.ana)).filter((title) => title.includes('remediation plan')).length
    const before = await said()
    await correct({ 'Q3.2': 'NI' })
    expect(await plan(sent.id)).toEqual({ status: 'open', codes: ['Q3.2'] })
    expect(await said()).toBe(before + 1)
  })

  it('is written and signed by the school once its faculty member has left', async () => {
    const { ana } = at.people
    const { shift, student, sent } = await failing()
    const planOf = async () => (await get(ana, sent.id)).plan!
    const sign = async (who: Person) =>
      call(api.signPlan, { id: sent.id, version: (await planOf()).version }, await at.as(who))
    const write = async () => {
      const { version } = await planOf()
      const written = { id: sent.id, version, actions: 'Two articles on wound care.', due_on: '2030-03-01' }
      return call(api.savePlan, written, await at.as(ana))
    }
    await expect(write()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [shift.lead.id])
    expect(await planOf()).toMatchObject({ faculty_left: true })
    await write()
    for (const who of [student, ana, ana]) await sign(who)
    await expect(sign(ana)).rejects.toThrow('already')
    const { version } = await planOf()
    await call(api.closePlan, { id: sent.id, version, result: 'met', note: null }, await at.as(ana))
    expect(await planOf()).toMatchObject({ status: 'met', faculty_id: ana.id, faculty_left: false })
  })

  it('is no one’s to write but its faculty member’s, even bypassing the commands', async () => {
    const { shift, sent } = await failing()
    const change = (who: Person, set: string) =>
      at.fixture.act(who, (tx) =>
        sql`update public.remediation_plans set ${sql.raw(set)} where id = ${sent.id}`.execute(tx),
      )
    for (const set of [`faculty_id = app.uid()`, `actions = 'None.'`, `due_on = '2031-01-01'`])
      await expect(change(at.people.ana, set)).rejects.toThrow('plan.not_found')
    await expect(change(shift.lead, `faculty_id = '${at.people.ana.id}'`)).rejects.toThrow('plan.not_found')
    await change(shift.lead, `actions = 'Read.', due_on = '2031-01-01'`)
  })

  it('is void once a new version replaces the evaluation', async () => {
    const { shift, sent } = await failing()
    await decide(at.people.ana, sent, 'verify')
    const new_id = randomUUID()
    await call(api.amend, { id: sent.id, new_id, reason: 'Another look.' }, await at.as(shift.lead))
    await submit(shift.lead, await now(new_id))
    expect([await plan(sent.id), await plan(new_id)]).toMatchObject([{ status: 'void' }, { status: 'open' }])
  })
})

describe('a remediation plan that the school took over, once its evaluator is back,', () => {
  const takenOver = async () => {
    const { shift, people } = await over(1)
    const sent = await submitted(shift, people[0]!, { kind: 'midterm', other: { 'Q3.1': 'NI' } })
    const set = (status: string) =>
      at.fixture.rows(`update public.users set status = $2 where id = $1`, [shift.lead.id, status])
    await set('deactivated')
    const { version } = (await get(at.people.ana, sent.id)).plan!
    await call(
      api.savePlan,
      { id: sent.id, version, actions: 'Two articles on wound care.', due_on: '2030-03-01' },
      await at.as(at.people.ana),
    )
    await set('active')
    return { shift, student: people[0]!, sent }
  }
  const plans = async (...ids: string[]) =>
    at.fixture.rows(
      `select p.status, p.faculty_id, p.items #>> '{0,code}' as code from unnest($1::uuid[]) with ordinality x (id, n)
       join public.remediation_plans p on p.id = x.id order by x.n`,
      [ids],
    )

  it('is void once a new version replaces the evaluation', async () => {
    const { shift, sent } = await takenOver()
    await decide(at.people.ana, await now(sent.id), 'verify')
    const new_id = randomUUID()
    await call(api.amend, { id: sent.id, new_id, reason: 'Another look.' }, await at.as(shift.lead))
    await submit(shift.lead, await now(new_id))
    expect(await plans(sent.id, new_id)).toMatchObject([{ status: 'void' }, { status: 'open' }])
  })

  it('has the items of the corrected evaluation, and stays the school’s', async () => {
    const { shift, student, sent } = await takenOver()
    const { version } = await decide(at.people.ana, await now(sent.id), 'return', 'Look again.')
    const again = { id: sent.id, version, kind: 'midterm', other: { 'Q3.2': 'NI' } } as const
    await submitted(shift, student, again)
    expect(await plans(sent.id)).toEqual([{ status: 'open', faculty_id: at.people.ana.id, code: 'Q3.2' }])
    // The evaluator may change nothing else of it.
    const change = (set: string) =>
      at.fixture.act(shift.lead, (tx) =>
        sql`update public.remediation_plans set ${sql.raw(set)} where id = ${sent.id}`.execute(tx),
      )
    for (const set of [`faculty_id = app.uid()`, `actions = 'None.'`, `due_on = '2031-01-01'`])
      await expect(change(set)).rejects.toThrow('plan.not_found')
  })
})

describe('the scheduler', () => {
  it('opens evaluations if the school evaluates each shift, reminds, verifies and locks, each once', async () => {
    const { shift, people } = await over(2)
    expect(await work()).toBe(0)
    await at.fixture.rows(
      `insert into public.school_instruments (school_id, time, instrument_id) select $1, 'shift', id from public.evaluation_instruments where key = 'met-not-met'`,
      [at.school],
    )
    expect(await work()).toBeGreaterThanOrEqual(2)
    expect(await work()).toBe(0)
    await at.fixture.rows(`delete from public.school_instruments`)
    expect(await titles(shift.lead)).toContain('2 evaluations are due')
    const semesters = await at.fixture.rows(
      `select distinct semester_id is not distinct from (select s.semester_id from public.shifts s where s.id = $1) as is_same
       from public.evaluations where shift_id = $1`,
      [shift.id],
    )
    expect(semesters).toEqual([{ is_same: true }])
    const form = await start(shift.lead, shift, people[0]!)
    expect(form).toMatchObject({ instrument_name: 'Met / Not met', evaluation: { status: 'assigned' } })
    await at.fixture.rows(
      `update public.evaluations set due_at = now() - interval '1 hour' where shift_id = $1`,
      [shift.id],
    )
    await work()
    await work()
    expect((await titles(shift.lead)).filter((title) => title === '2 evaluations are overdue')).toHaveLength(
      1,
    )
    const { id, version } = (await start(shift.lead, shift, people[0]!)).evaluation!
    const draft = await save(shift.lead, shift, people[0]!, { id, version, point: 'M' })
    await submit(shift.lead, draft)
    await answer(people[0]!, await now(id), 'acknowledge')
    await work()
    expect(await now(id)).toMatchObject({ status: 'verified' })
    await work(new Date(Date.now() + 15 * 86_400_000).toISOString())
    expect(await now(id)).toMatchObject({ status: 'locked' })
    await expect(at.fixture.act(shift.lead, (tx) => runDueEvaluationWork(tx))).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('evaluates those who came, as the attendance says by then', async () => {
    const people = await at.students(2)
    const shift = await at.running('9 hours', people)
    const [seat] = shift.seats
    await at.mark(shift.lead, shift.id, seat!, 'present', { at: shift.startsAt })
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
    await at.fixture.rows(
      `insert into public.school_instruments (school_id, time, instrument_id) select $1, 'shift', id from public.evaluation_instruments where key = 'met-not-met'`,
      [at.school],
    )
    const worked = async () => {
      await work()
      return at.fixture.rows(
        'select student_id, status from public.evaluations where shift_id = $1 order by created_at, status',
        [shift.id],
      )
    }
    const [student_id] = people.map(({ id }) => id)
    expect(await worked()).toEqual([{ student_id, status: 'assigned' }])
    await at.mark(at.people.ana, shift.id, seat!, 'absent_unexcused')
    expect(await worked()).toEqual([{ student_id, status: 'voided' }])
    await at.mark(at.people.ana, shift.id, seat!, 'present')
    expect(await worked()).toEqual([
      { student_id, status: 'voided' },
      { student_id, status: 'assigned' },
    ])
    // The school decides for good, whatever reason it gives.
    const [open] = await at.fixture.rows<{ id: string; version: number }>(
      `select id, version from public.evaluations where shift_id = $1 and status = 'assigned'`,
      [shift.id],
    )
    await call(
      api.decide,
      { ...open!, decision: 'void', reason: 'The student was absent.' },
      await at.as(at.people.ana),
    )
    expect(await worked()).toEqual([
      { student_id, status: 'voided' },
      { student_id, status: 'voided' },
    ])
    await at.fixture.rows(`delete from public.school_instruments`)
  })

  it('leaves evaluations with a failed check to the school', async () => {
    const people = await at.students(1)
    const shift = await at.running('9 hours', people)
    await at.mark(shift.lead, shift.id, shift.seats[0]!, 'absent_unexcused')
    const sent = await submitted(shift, people[0]!)
    expect((await get(at.people.ana, sent.id)).failed_checks).toEqual(['attended'])
    await answer(people[0]!, sent, 'acknowledge')
    for (const when of [undefined, new Date(Date.now() + 15 * 86_400_000).toISOString()]) {
      await work(when)
      expect(await now(sent.id)).toMatchObject({ status: 'acknowledged' })
    }
  })
})

describe('assigning', () => {
  it('asks only instructors who are still at the school, about students who are', async () => {
    const [left, stays, gone] = [...(await at.students(3))] as [Person, Person, Person]
    const first = await at.running('9 hours', [stays, gone])
    const second = await at.running('33 hours', [stays])
    const other = await at.running('57 hours', [stays, left])
    // The first two were led by the same person, who has left since.
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(`update public.shifts set proctor_id = $2 where id = $1`, [
      second.id,
      first.lead.id,
    ])
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = any ($1)`, [
      [first.id, second.id, other.id],
    ])
    await at.fixture.rows(`update public.users set status = 'deactivated' where id = any ($1)`, [
      [first.lead.id, left.id],
    ])
    await at.fixture.rows('set session_replication_role = origin')
    const [{ semester_id }] = (await at.fixture.rows<{ semester_id: string }>(
      'select semester_id from public.shifts where id = $1',
      [first.id],
    )) as [{ semester_id: string }]
    const asked = { semester_id, kind: 'midterm' as const, due_on: '2030-05-01' }
    const [name] = await at.fixture.rows<{ full_name: string }>(
      'select full_name from public.users where id = $1',
      [gone.id],
    )
    const { without } = await call(api.assign, asked, await at.as(at.people.ana))
    expect(without).toContain(name!.full_name)
    expect(
      await at.fixture.rows(
        `select student_id, evaluator_id from public.evaluations where kind = 'midterm' and student_id = any ($1)`,
        [[left.id, stays.id, gone.id]],
      ),
    ).toEqual([{ student_id: stays.id, evaluator_id: other.lead.id }])
    await expect(call(api.assign, asked, await at.as(at.people.ana))).rejects.toMatchObject({
      data: { code: 'evaluation.no_instructor_left' },
    })
    // Another instructor of one of their shifts is asked instead.
    await at.fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      first.id,
      other.lead.id,
    ])
    await call(api.assign, asked, await at.as(at.people.ana))
    expect(
      await at.fixture.rows(
        `select evaluator_id from public.evaluations where kind = 'midterm' and student_id = $1`,
        [gone.id],
      ),
    ).toEqual([{ evaluator_id: other.lead.id }])
  })

  it('asks for a midterm on shifts that began, so that it can be written before the last shift of the semester', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const later = await at.running('-100 hours', [student])
    const last = await at.running('-130 hours', [student])
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows('update public.shifts set proctor_id = $2 where id = $1', [last.id, later.lead.id])
    await at.fixture.rows('set session_replication_role = origin')
    const [{ semester_id }] = (await at.fixture.rows<{ semester_id: string }>(
      'select semester_id from public.shifts where id = $1',
      [shift.id],
    )) as [{ semester_id: string }]
    await call(api.assign, { semester_id, kind: 'midterm', due_on: '2030-05-01' }, await at.as(at.people.ana))
    expect(
      await at.fixture.rows(
        `select evaluator_id, shift_id from public.evaluations where kind = 'midterm' and student_id = $1`,
        [student.id],
      ),
    ).toEqual([{ evaluator_id: shift.lead.id, shift_id: shift.id }])
    expect(await start(shift.lead, shift, student, 'midterm')).toMatchObject({
      evaluation: { status: 'assigned' },
    })
    // The school sees what it waits for.
    const waiting = async (who: Person) =>
      (
        await call(api.list, { show: 'asked', student_id: student.id, semester_id }, await at.as(who))
      ).rows.map(({ kind, status, evaluator_id: by }) => ({ kind, status, by }))
    expect(await waiting(at.people.ana)).toEqual([{ kind: 'midterm', status: 'assigned', by: shift.lead.id }])
    expect(await waiting(at.people.denise)).toEqual([])
    expect(await waiting(student)).toEqual([])
    // Their instructor also writes it from a shift that is still to come; one who has led none cannot.
    await expect(start(later.lead, later, student, 'midterm')).rejects.toMatchObject({
      data: { code: 'evaluation.not_begun' },
    })
    await at.fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      last.id,
      shift.lead.id,
    ])
    expect(await start(shift.lead, last, student, 'midterm')).toMatchObject({
      evaluation: { status: 'assigned' },
    })
  })

  it('asks for a midterm also of a student whose preceptor wrote one about a capstone project', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const [{ semester_id }] = (await at.fixture.rows<{ semester_id: string }>(
      'select semester_id from public.shifts where id = $1',
      [shift.id],
    )) as [{ semester_id: string }]
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(
      `insert into public.evaluations (id, school_id, student_id, preceptor_id, subject, project_id, semester_id, kind, instrument_id, instrument_version, status)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), 'project', gen_random_uuid(), $3, 'midterm', i.id, i.latest_version, 'verified'
       from public.evaluation_instruments i where i.key = 'clinical-s-ni-u'`,
      [at.school, student.id, semester_id],
    )
    await at.fixture.rows('set session_replication_role = origin')
    await call(api.assign, { semester_id, kind: 'midterm', due_on: '2030-05-01' }, await at.as(at.people.ana))
    expect(
      await at.fixture.rows(
        `select evaluator_id from public.evaluations where subject = 'semester' and kind = 'midterm' and student_id = $1`,
        [student.id],
      ),
    ).toEqual([{ evaluator_id: shift.lead.id }])
  })

  it('asks the instructor who led most shifts, once for each student', async () => {
    const { shift, people } = await over(2)
    const [{ semester_id }] = (await at.fixture.rows<{ semester_id: string }>(
      'select semester_id from public.shifts where id = $1',
      [shift.id],
    )) as [{ semester_id: string }]
    const assign = async (who: Person | null) =>
      call(api.assign, { semester_id, kind: 'final', due_on: '2030-05-01' }, await at.as(who))
    // The same few statements for any number of students; nothing is kept.
    let [statements, assigned] = [0, 0]
    const tried = at.fixture.act(at.people.ana, async (tx) => {
      const counting = tx.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      ;({ assigned } = await assignEvaluations(counting, {
        semester_id,
        kind: 'midterm',
        cohort_id: null,
        due_on: '2030-05-01',
      }))
      throw new Error('Undone')
    })
    await expect(tried).rejects.toThrow('Undone')
    expect(assigned).toBeGreaterThanOrEqual(2)
    expect(statements).toBeLessThan(12)
    await expect(assign(at.people.rob)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(assign(shift.lead)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await assign(at.people.ana)).assigned).toBeGreaterThanOrEqual(2)
    await expect(assign(at.people.ana)).rejects.toThrow('already has this evaluation')
    // Due until the last minute of that day where the school is.
    expect(
      await at.fixture.rows(
        `select distinct (e.due_at at time zone s.time_zone)::text as due, s.time_zone = 'UTC' as is_utc from public.evaluations e join public.schools s on s.id = e.school_id
         where e.semester_id = $1 and e.kind = 'final' and e.status = 'assigned'`,
        [semester_id],
      ),
    ).toMatchObject([{ due: expect.stringContaining('2030-05-01 23:59:00'), is_utc: false }])
    const { rows } = await call(api.list, { show: 'to_write' }, await at.as(shift.lead))
    expect(
      rows
        .filter(({ kind }) => kind === 'final')
        .map(({ student_id: id }) => id)
        .toSorted(),
    ).toEqual(people.map(({ id }) => id).toSorted())
    const found = await at.fixture.act(at.people.ana, (tx) =>
      evaluationsOf(tx, { semesterId: semester_id, studentIds: people.map(({ id }) => id) }),
    )
    expect([...found.values()].map((list) => list.map(({ kind, status }) => `${kind} ${status}`))).toEqual([
      ['final assigned'],
      ['final assigned'],
    ])
  })
})

describe('access', () => {
  it('another school, student or facility, an instructor without the student, and anonymous callers get nothing', async () => {
    const { shift, people } = await over(2)
    const [student, other] = people as [Person, Person]
    const sent = await submitted(shift, student)
    const outsiders: [Person | null, string][] = [
      [at.people.denise, 'NOT_FOUND'],
      [other, 'NOT_FOUND'],
      [at.people.rob, 'NOT_FOUND'],
      [at.people.frank, 'NOT_FOUND'],
      [null, 'UNAUTHORIZED'],
    ]
    for (const [who, code] of outsiders) {
      await expect(get(who, sent.id)).rejects.toMatchObject({ code })
      const writes = who?.role === 'school_admin' ? 'FORBIDDEN' : code
      await expect(start(who, shift, student)).rejects.toMatchObject({ code: writes })
      await expect(submit(who, sent)).rejects.toMatchObject({ code: writes })
      const answered = who === null || who.role === 'student' ? code : 'FORBIDDEN'
      await expect(answer(who, sent, 'acknowledge')).rejects.toMatchObject({ code: answered })
      const decided = who === null || who.role === 'school_admin' ? code : 'FORBIDDEN'
      await expect(decide(who, sent, 'verify')).rejects.toMatchObject({ code: decided })
    }
    await expect(decide(shift.lead, sent, 'verify')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(answer(shift.lead, sent, 'acknowledge')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('a student sees nothing before it is submitted, another instructor nothing before submitting their own', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const draft = await save(shift.lead, shift, student)
    await expect(get(student, draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await submit(shift.lead, draft)
    const second = await at.running('30 hours', [student])
    await expect(get(second.lead, draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await submitted(second, student)
    const [mine] = await at.fixture.rows<{ same: boolean }>(
      'select count(distinct semester_id) = 1 as same from public.shifts where id = any ($1)',
      [[shift.id, second.id]],
    )
    expect(mine!.same).toBe(true)
    expect(await get(second.lead, draft.id)).toMatchObject({
      status: 'submitted',
      evaluator_name: expect.stringContaining('Instructor'),
    })
  })

  it('PostgreSQL itself refuses transitions and texts of another party, changed results, and other students', async () => {
    const { shift, people } = await over(1)
    const [student] = people as [Person]
    const sent = await submitted(shift, student)
    const tried = (who: Person, change: ReturnType<typeof sql>) =>
      at.fixture
        .act(who, async (tx) =>
          Number(
            (await sql`update public.evaluations set ${change} where id = ${sent.id}::uuid`.execute(tx))
              .numAffectedRows,
          ),
        )
        .catch((error: { code: string }) => error.code)
    expect(await tried(student, sql`strengths = 'Other words'`)).toBe('PW409')
    expect(await tried(student, sql`status = 'verified'`)).toBe('PW409')
    expect(await tried(student, sql`outcome = 'unsatisfactory'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`answers = '[]'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`status = 'acknowledged'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`student_reply = 'I agree.'`)).toBe('PW409')
    expect(await tried(student, sql`dispute_answer = 'My own.'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`dispute_answer = 'My own.'`)).toBe('PW409')
    expect(await tried(at.people.ana, sql`answers = '[]'`)).toBe('PW409')
    expect(await tried(at.people.ana, sql`status = 'verified'`)).toBe('PW409')
    for (const change of [
      sql`verified_at = now()`,
      sql`evaluator_id = ${at.people.rob.id}::uuid`,
      sql`kind = 'final'`,
    ])
      expect(await tried(shift.lead, change)).toBe('42501')
    for (const who of [at.people.denise, at.people.rob, at.people.frank])
      expect(await tried(who, sql`status = 'draft'`)).toBe(0)
    const [stranger] = await at.students(1)
    const elsewhere = await at.fixture.school()
    const foreign = randomUUID()
    await at.fixture.rows(
      `insert into public.evaluation_instruments (id, owner_school_id, name) values ($1, $2, 'Theirs')`,
      [foreign, elsewhere],
    )
    await at.fixture.rows(
      `insert into public.instrument_versions (instrument_id, number, owner_school_id, name, content) values ($1, 1, $2, 'Theirs', '{}')`,
      [foreign, elsewhere],
    )
    const insert = (
      whose: ReturnType<typeof sql>,
      semester: ReturnType<typeof sql>,
      name: string | null = null,
      form = sql`instrument_id, instrument_version`,
    ) =>
      at.fixture.act(shift.lead, (tx) =>
        sql`insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, preceptor_name, kind, instrument_id, instrument_version, status)
          select ${randomUUID()}::uuid, school_id, ${whose}, evaluator_id, subject, shift_id, ${semester}, ${name}, kind, ${form}, 'draft'
          from public.evaluations where id = ${sent.id}::uuid`.execute(tx),
      )
    const [own, its] = [sql`student_id`, sql`semester_id`]
    await expect(insert(sql`${stranger!.id}::uuid`, its)).rejects.toMatchObject({ code: '42501' })
    await expect(insert(own, sql`null`)).rejects.toMatchObject({ code: '42501' })
    await expect(insert(own, its, 'Priya Raman')).rejects.toMatchObject({ code: '42501' })
    await expect(insert(own, its, null, sql`${foreign}::uuid, 1`)).rejects.toMatchObject({ code: '42501' })
    // Only one's own verified evaluation can be amended, with the same form.
    const amend = (who: Person, form = sql`instrument_id, instrument_version`) =>
      at.fixture.act(who, (tx) =>
        sql`insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, amendment_of, amendment_reason)
          select ${randomUUID()}::uuid, school_id, student_id, ${who.id}::uuid, subject, shift_id, semester_id, kind, ${form}, 'draft', id, 'Why'
          from public.evaluations where id = ${sent.id}::uuid`.execute(tx),
      )
    await expect(amend(shift.lead)).rejects.toMatchObject({ code: 'PW409' })
    await decide(at.people.ana, sent, 'verify')
    await expect(amend(shift.lead, sql`${foreign}::uuid, 1`)).rejects.toMatchObject({ code: 'PW409' })
    // Now only the existing amendment prevents it.
    await expect(insert(own, its)).rejects.toMatchObject({ code: '23505' })
  })
})
