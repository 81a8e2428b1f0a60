/** Midterm and final of a capstone project on the real database: by its preceptor, signed in or by a link, and by no one else. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { runDueEvaluationWork } from '#features/evaluations/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { type Capstones, createCapstones } from './fake.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterEach(() => at.clear())
afterAll(() => at.fixture.close())

const NOT_THEIRS = /sign in|may not|can’t find that/i
const titles = async (who: { id: string }) => (await receivedBy(at.fixture, who)).map(({ title }) => title)
const start = async (
  who: Person | null,
  project_id: string,
  kind: 'midterm' | 'final' = 'midterm',
  student = at.ada,
) => call(at.evaluations.start, { student_id: student.id, project_id, kind }, await at.as(who))
const ask = async (who: Person, id: string, kind: 'midterm' | 'final') =>
  call(at.api.sendLink, { id, task: 'evaluate', kind, ...at.key() }, await at.as(who))

/** A project of 24 hours with this many confirmed days of twelve hours. */
async function active(days = 1) {
  const { id, nomination } = await at.signed()
  for (let back = 2; back < 2 + days; back++) await at.confirm(await at.plan(id, addDays(at.today, -back)))
  return { id, nomination }
}

/** Ben's project with Sam Stone, who answers by links, with half of the hours confirmed; and the link to the midterm. */
async function byLink() {
  const id = await at.awaiting(at.ben)
  const nomination = await at.nominate(id, at.named.sam.id)
  const last = async () => (await at.links('sam@river.example')).at(-1)!
  await at.use(await last(), { task: 'accept', accepts: true, reason: null })
  await at.use(await last(), { task: 'sign' })
  for (const who of [at.ben, at.people.marcus]) await at.sign(who, nomination)
  await at.plan(id, addDays(at.today, -2), at.ben)
  await at.dueWork()
  await at.use(await last(), { task: 'confirm', concern: null })
  await at.dueWork()
  return { id, nomination, token: await last() }
}

describe('the preceptor with an account', () => {
  it('writes midterm and final, which the student acknowledges and the school verifies, and the project completes', async () => {
    const { id } = await active()
    expect((await at.get(id, at.priya)).to_evaluate).toBe('midterm')
    const midterm = await at.evaluate(id, 'midterm')
    expect(await titles(at.ada)).toContain('Your midterm evaluation is ready')
    const seen = await call(at.evaluations.get, { id: midterm }, await at.as(at.ada))
    expect(seen).toMatchObject({
      evaluator_name: 'Priya Raman',
      project_id: id,
      subject: 'project',
      failed_checks: [],
      outcome: 'satisfactory',
      location: 'Falls after surgery',
    })
    const { rows } = await call(at.evaluations.list, { show: 'about_me' }, await at.as(at.ada))
    expect(rows.map((row) => row.id)).toEqual([midterm])
    await call(
      at.evaluations.answer,
      { id: midterm, version: seen.version, what: 'acknowledge' },
      await at.as(at.ada),
    )
    await at.verify(midterm)
    await at.confirm(await at.plan(id, addDays(at.today, -5)))
    expect(await at.get(id, at.priya)).toMatchObject({
      to_evaluate: 'final',
      evaluations: [{ kind: 'midterm', status: 'verified' }],
    })
    await at.verify(await at.evaluate(id, 'final'))
    expect((await at.get(id, at.ada)).evaluations).toMatchObject([
      { kind: 'midterm', status: 'verified', by: 'Priya Raman' },
      { kind: 'final', status: 'verified', outcome: 'satisfactory' },
    ])
    expect((await at.get(id)).completion_blocker).toBe('1 deliverable is not accepted yet.')
  })

  it('writes a final that no passing of time verifies: it stays in the queue of the school', async () => {
    const { id } = await active(2)
    const final = await at.evaluate(id, 'final')
    const later = new Date(Date.now() + 15 * 86_400_000).toISOString()
    await withActor(at.fixture.workerPool, null, (tx) => runDueEvaluationWork(tx, later))
    expect((await at.get(id)).evaluations).toMatchObject([{ kind: 'final', status: 'submitted' }])
    const { rows } = await call(at.evaluations.list, { show: 'queue' }, await at.as(at.people.ana))
    expect(rows.map((row) => row.id)).toContain(final)
    await at.verify(final)
    await withActor(at.fixture.workerPool, null, (tx) => runDueEvaluationWork(tx, later))
    expect(await at.get(id)).toMatchObject({
      evaluations: [{ status: 'locked' }],
      completion_blocker: '1 deliverable is not accepted yet.',
    })
  })

  it('amends it under their current name', async () => {
    const { id } = await active()
    const midterm = await at.evaluate(id, 'midterm')
    await at.verify(midterm)
    const rename = async (from: string, to: string) =>
      at.fixture.rows(`update public.preceptors set full_name = $2 where full_name = $1`, [from, to])
    await rename('Priya Raman', 'Priya Shah')
    const amended = { id: midterm, new_id: randomUUID(), reason: 'I mixed up two students.' }
    await call(at.evaluations.amend, amended, await at.as(at.priya))
    expect(
      await at.fixture.rows(`select preceptor_name from public.evaluations where id = $1`, [amended.new_id]),
    ).toEqual([{ preceptor_name: 'Priya Shah' }])
    await rename('Priya Shah', 'Priya Raman')
  })

  it('begins once the first hours count, and not twice', async () => {
    const { id } = await at.signed()
    await expect(start(at.priya, id)).rejects.toThrow('from its first confirmed hours')
    await at.confirm(await at.plan(id, addDays(at.today, -2)))
    const outcomes = await Promise.allSettled([at.evaluate(id, 'midterm'), at.evaluate(id, 'midterm')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(at.evaluate(id, 'midterm')).rejects.toThrow('just changed')
    await expect(start(at.priya, id, 'final', at.ben)).rejects.toThrow(NOT_THEIRS)
  })

  it('is the only one who may: not a substitute, the facility, the school, the student or another preceptor', async () => {
    const { id } = await active()
    const day = await at.plan(id, addDays(at.today, -4))
    const given = { id: day, preceptor_id: at.named.lee.id, reason: 'Priya is sick.', ...at.key() }
    await call(at.api.substitute, given, await at.as(at.people.frank))
    const stranger = await at.fixture.person({ role: 'school_admin', school: at.otherSchool })
    const others = [
      at.idle,
      at.people.frank,
      at.people.ana,
      at.people.marcus,
      at.ada,
      at.people.rob,
      stranger,
      null,
    ]
    for (const who of others) await expect(start(who, id)).rejects.toThrow(NOT_THEIRS)
    const about = { subject: 'project' as const, project_id: id }
    const { content } = await start(at.priya, id)
    for (const who of others) {
      const sent = {
        id: randomUUID(),
        version: 0,
        student_id: at.ada.id,
        kind: 'midterm' as const,
        about,
        ...at.fieldsOf(content),
      }
      await expect(call(at.evaluations.save, sent, await at.as(who))).rejects.toThrow(NOT_THEIRS)
    }
    const midterm = await at.evaluate(id, 'midterm')
    for (const who of [at.idle, at.people.frank, at.ben, at.people.rob, stranger, null])
      await expect(call(at.evaluations.get, { id: midterm }, await at.as(who))).rejects.toThrow(NOT_THEIRS)
    for (const who of [at.people.marcus, at.people.ana, at.ada])
      expect((await call(at.evaluations.get, { id: midterm }, await at.as(who))).id).toBe(midterm)
    expect((await at.get(id, at.people.frank)).evaluations).toEqual([])
  })

  it('can open a remediation plan that the faculty member leads', async () => {
    const { id } = await active()
    const { content } = await start(at.priya, id)
    const fields = at.fieldsOf(content)
    const answers = fields.answers.map((one) => (one.code === 'Q3.1' ? { ...one, point: 'NI' } : one))
    const sent = {
      ...fields,
      answers,
      id: randomUUID(),
      version: 0,
      student_id: at.ada.id,
      kind: 'midterm' as const,
      about: { subject: 'project' as const, project_id: id },
    }
    const saved = await call(at.evaluations.save, sent, await at.as(at.priya))
    await call(at.evaluations.submit, { rows: [saved] }, await at.as(at.priya))
    expect(await titles(at.people.marcus)).toContain('A remediation plan opened for Ada Able')
    const { rows } = await call(at.evaluations.plans, { show: 'open' }, await at.as(at.people.marcus))
    expect(rows).toMatchObject([
      { id: saved.id, faculty_id: at.people.marcus.id, faculty_name: expect.stringMatching(/proctor/i) },
    ])
    const plan = async () =>
      (await at.fixture.rows('select status from public.remediation_plans where id = $1', [saved.id]))[0]
    const again = async (changed: typeof answers) => {
      const [{ version }] = (await at.fixture.rows('select version from public.evaluations where id = $1', [
        saved.id,
      ])) as [{ version: number }]
      const decided = { id: saved.id, version, decision: 'return' as const, reason: 'Look again.' }
      const returned = await call(at.evaluations.decide, decided, await at.as(at.people.ana))
      const corrected = { ...sent, answers: changed, version: returned.version }
      const { version: now } = await call(at.evaluations.save, corrected, await at.as(at.priya))
      await call(at.evaluations.submit, { rows: [{ id: saved.id, version: now }] }, await at.as(at.priya))
    }
    await again(fields.answers)
    expect(await plan()).toEqual({ status: 'void' })
    await again(answers)
    expect(await plan()).toEqual({ status: 'open' })
    const [opened] = (await call(at.evaluations.plans, { show: 'open' }, await at.as(at.people.marcus))).rows
    const written = {
      id: saved.id,
      version: opened!.version,
      actions: 'Reads two articles and explains them.',
      due_on: addDays(at.today, 14),
    }
    await expect(call(at.evaluations.savePlan, written, await at.as(at.priya))).rejects.toThrow(NOT_THEIRS)
    await call(at.evaluations.savePlan, written, await at.as(at.people.marcus))
    const version = written.version + 1
    for (const who of [at.people.marcus, at.ada, at.people.ana])
      await call(at.evaluations.signPlan, { id: saved.id, version }, await at.as(who))
  })

  it('is asked once at half of the hours and once with all of them, and again by the school', async () => {
    const { id, nomination } = await active()
    for (let times = 0; times < 3; times++) await at.dueWork()
    const asked = async (kind: string) =>
      (await titles(at.priya)).filter((one) => one === `Write the ${kind} evaluation of your student`).length
    const [before, finals] = [await asked('midterm'), await asked('final')]
    expect(before).toBeGreaterThan(0)
    await at.dueWork()
    expect(await asked('midterm')).toBe(before)
    await ask(at.people.marcus, nomination, 'midterm')
    expect(await asked('midterm')).toBe(before + 1)
    await at.evaluate(id, 'midterm')
    await expect(ask(at.people.marcus, nomination, 'midterm')).rejects.toThrow('moved on')
    await at.confirm(await at.plan(id, addDays(at.today, -6)))
    for (let times = 0; times < 2; times++) await at.dueWork()
    expect(await asked('final')).toBe(finals + 1)
  })

  it('says why a project ends as failed', async () => {
    const { id } = await active()
    const fail = () => at.move(at.people.ana, id, 'fail', 'Unsafe with medications.')
    await expect(fail()).rejects.toThrow('writes an evaluation first')
    await at.evaluate(id, 'midterm')
    expect(await fail()).toMatchObject({ status: 'failed' })
    expect(await titles(at.priya)).toContain('“Falls after surgery” is failed now')
  })
})

describe('the preceptor without an account', () => {
  it('gets a link that shows only the form, is not used up by opening, and is used up by submitting', async () => {
    const { id, token } = await byLink()
    for (let times = 0; times < 2; times++) {
      const seen = await at.open(token)
      expect(seen).toMatchObject({
        state: 'live',
        task: 'evaluate',
        project: {
          student_name: 'Ben Bright',
          learning_goals: [],
          day: null,
          form: { kind: 'midterm', answers: [] },
        },
      })
    }
    const { content } = (await at.open(token)).project!.form!
    const answer = { task: 'evaluate' as const, ...at.fieldsOf(content) }
    await expect(at.use(token, { ...answer, answers: [] })).rejects.toThrow('is not complete')
    await expect(at.use(token, { task: 'sign' })).rejects.toThrow('for something else')
    const both = await Promise.allSettled([at.use(token, answer), at.use(token, answer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(at.use(token, answer)).rejects.toThrow('already submitted')
    expect(await at.open(token)).toMatchObject({ state: 'spent', project: null })
    expect(await titles(at.ben)).toContain('Your midterm evaluation is ready')
    const [written] = (await at.get(id, at.ben)).evaluations
    expect(written).toMatchObject({ kind: 'midterm', status: 'submitted', by: 'Sam Stone' })
    const { rows } = await call(at.evaluations.list, { show: 'queue' }, await at.as(at.people.ana))
    expect(rows.find((row) => row.id === written!.id)).toMatchObject({
      evaluator_name: 'Sam Stone',
      evaluator_id: null,
      is_self: false,
    })
  })

  it('gets a new link with the earlier answers when the school returns it', async () => {
    const { token, id } = await byLink()
    const { content } = (await at.open(token)).project!.form!
    await at.use(token, { task: 'evaluate', ...at.fieldsOf(content) })
    const [written] = (await at.get(id)).evaluations
    const { version } = await call(at.evaluations.get, { id: written!.id }, await at.as(at.people.ana))
    const back = {
      id: written!.id,
      version,
      decision: 'return' as const,
      reason: 'Which skills were practiced?',
    }
    await call(at.evaluations.decide, back, await at.as(at.people.ana))
    await at.dueWork()
    await at.dueWork()
    const links = await at.links('sam@river.example')
    const again = links.at(-1)!
    expect(again).not.toBe(token)
    const { project } = await at.open(again)
    expect(project!.form).toMatchObject({
      strengths: 'Calm with families.',
      returned_reason: 'Which skills were practiced?',
    })
    expect(await at.use(again, { task: 'evaluate', ...at.fieldsOf(content) })).toMatchObject({
      done: 'evaluate',
    })
  })

  it('has seven days before the link expires, and a newer link for the same evaluation replaces it', async () => {
    const { id, nomination, token } = await byLink()
    await ask(at.people.ana, nomination, 'midterm')
    expect(await at.open(token)).toMatchObject({ state: 'replaced', project: null })
    const newest = (await at.links('sam@river.example')).at(-1)!
    await at.fixture.rows(
      `update public.preceptor_links set expires_at = now() - interval '1 second' where project_id = $1`,
      [id],
    )
    expect(await at.open(newest)).toMatchObject({ state: 'expired', project: null })
    for (const who of [at.people.rob, at.ben, at.people.eve])
      await expect(ask(who, nomination, 'midterm')).rejects.toThrow(NOT_THEIRS)
  })

  it('reads and writes nothing else with it, whatever is sent', async () => {
    const { id: other } = await active()
    const theirs = await at.evaluate(other, 'midterm')
    const { id, token } = await byLink()
    const { createHash } = await import('node:crypto')
    const { sql } = await import('kysely')
    const hash = createHash('sha256').update(token).digest('hex')
    const seen = await at.fixture.act(null, async (tx) => {
      await sql`select set_config('app.preceptor_link', ${hash}, true)`.execute(tx)
      return {
        projects: (await tx.selectFrom('capstone_projects').select('id').execute()).map((one) => one.id),
        evaluations: (await tx.selectFrom('evaluations').select('id').execute()).map((one) => one.id),
        plans: (await tx.selectFrom('remediation_plans').select('id').execute()).length,
        days: (await tx.selectFrom('capstone_days').select('id').execute()).length,
      }
    })
    expect(seen).toEqual({ projects: [id], evaluations: [], plans: 0, days: 0 })
    expect(seen.evaluations).not.toContain(theirs)
    const final = at.fixture.act(null, async (tx) => {
      await sql`select set_config('app.preceptor_link', ${hash}, true)`.execute(tx)
      await sql`insert into public.evaluations (id, school_id, student_id, subject, semester_id, project_id, preceptor_id, kind, instrument_id, instrument_version, status)
        select gen_random_uuid(), p.school_id, p.student_id, 'project', p.semester_id, p.id, ${at.named.sam.id}, 'final', i.id, i.latest_version, 'draft'
        from public.capstone_projects p, public.evaluation_instruments i where i.key = 'clinical-s-ni-u'`.execute(
        tx,
      )
    })
    await expect(final).rejects.toThrow('row-level security')
  })

  it('is asked by the scheduler even after eight links in a day, so that no one else has to wait', async () => {
    const { nomination } = await byLink()
    const links = async () => (await at.links('sam@river.example')).length
    const before = await links()
    for (let sent = 4; sent < 8; sent++) await ask(at.people.ana, nomination, 'midterm')
    await expect(ask(at.people.ana, nomination, 'midterm')).rejects.toThrow('8 links')
    await at.fixture.rows(`update public.capstone_nominations set midterm_asked_at = null where id = $1`, [
      nomination,
    ])
    await at.dueWork()
    expect(await links()).toBe(before + 5)
  })
})
