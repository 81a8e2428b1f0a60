import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { AutomationRule, RuleFields, TriedChange } from '../contract.ts'
import { failAbandonedRuns, startDue } from './commands/start-due.ts'
import { automationHandlers } from './handlers.ts'
import { automationJobs } from './jobs.ts'
import { nextRun } from './next-run.ts'

const api = automationHandlers()
let at: ShiftFixture
let ana: Person
let template: string
beforeAll(async () => {
  at = await createShiftFixture()
  ana = at.people.ana
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  await at.fixture.rows(`delete from public.shifts where title = 'Adult Health'`)
  await at.fixture.rows('delete from public.automation_rules; delete from public.shift_templates')
  template = randomUUID()
  await call(api.addTemplate, { id: template, ...templateOf() }, await at.as(ana))
})

/** One day in seven, beginning the day after tomorrow. */
const templateOf = () => ({
  name: 'Adult Health',
  facility_id: at.ward,
  specialty: 'med_surg' as const,
  experience_type: 'group' as const,
  start_time: '07:00',
  end_time: '15:00',
  weekdays: [weekdayOf(addDays(at.today, 2))],
  seats: 8,
  break_min: 30,
  course_code: null,
  cohort_ids: [],
  objectives: ['Medication'],
  signup_mode: 'assigned' as const,
})
const ruleOf = (more: Partial<RuleFields> = {}): RuleFields => ({
  name: 'Weekly drafts',
  action: 'create_from_template',
  schedule: { every: 'day', time: '06:00', weekday: 1, day: 1 },
  mode: 'auto',
  template_id: template,
  semester_id: null,
  cohort_id: null,
  facility_id: null,
  days_ahead: 15,
  run_limit: 50,
  remind_about: null,
  to_be_named: false,
  event: null,
  ...more,
})
const add = async (more: Partial<RuleFields> = {}, by: Person = ana) =>
  call(api.addRule, { id: randomUUID(), ...ruleOf(more) }, await at.as(by))
const find = async ({ id }: { id: string }, by: Person = ana) => call(api.rule, { id }, await at.as(by))
const work = (id: string) => runJob(at.fixture, automationJobs, id, new AbortController().signal)
async function tried(
  rule: AutomationRule,
  by: Person = ana,
): Promise<{ rows: TriedChange[]; failure: string | null }> {
  const job_id = randomUUID()
  await call(api.tryRule, { id: rule.id, job_id }, await at.as(by))
  await work(job_id)
  const [job] = await at.fixture.rows<{ result: never; status: string }>(
    'select result, status from public.jobs where id = $1',
    [job_id],
  )
  expect(job!.status).toBe('done')
  return job!.result
}
const activate = async ({ id, version }: AutomationRule, by: Person = ana) =>
  call(api.activate, { id, version }, await at.as(by))
async function on(more: Partial<RuleFields> = {}): Promise<AutomationRule> {
  const rule = await add(more)
  await tried(rule)
  return activate(await find(rule))
}
async function run(rule: AutomationRule, by: Person = ana) {
  const [run_id, job_id] = [randomUUID(), randomUUID()]
  await call(api.runRule, { id: rule.id, run_id, job_id }, await at.as(by))
  await work(job_id)
  return call(api.run, { id: run_id }, await at.as(by))
}
const changes = async (rule: AutomationRule) =>
  (await call(api.changes, { rule_id: rule.id }, await at.as(ana))).rows
const drafts = async () =>
  await at.fixture.rows<{ id: string; date: string }>(
    `select id, date from public.shifts where school_id = $1 and status = 'draft' and title = 'Adult Health' order by date`,
    [at.school],
  )
/** Runs the worker at a given time; returns how many it started. */
async function pass(now = new Date()): Promise<number> {
  const started = await withActor(at.fixture.workerPool, null, (tx) => startDue(tx, now))
  for (const { id } of await at.fixture.rows<{ id: string }>(
    `select id from public.jobs where kind = 'automation' and status = 'queued'`,
  ))
    await work(id)
  return started
}
const makeDue = (rule: AutomationRule) =>
  at.fixture.rows(
    `update public.automation_rules set next_run_at = now() - interval '1 minute' where id = $1`,
    [rule.id],
  )

/** Starts the trial of a rule whose row another transaction has changed: it reads the earlier form, and waits to record the trial. */
async function editWhileTried({ id }: AutomationRule, jobId: string) {
  const client = new pg.Client({ connectionString: at.fixture.database.adminUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`update public.automation_rules set days_ahead = 180 where id = $1`, [id])
  const job = work(jobId)
  await expect
    .poll(async () => (await at.fixture.rows(`select 1 from pg_locks where not granted`)).length)
    .toBeGreaterThan(0)
  return {
    job,
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('a rule', () => {
  it('starts as a draft, is tried without changing anything, and then turned on in a person’s name', async () => {
    const rule = await add()
    await expect(activate(rule)).rejects.toMatchObject({ data: { code: 'automation.not_tried' } })
    const { rows } = await tried(rule)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ after: { status: 'Draft', seats: 8 }, message: null })
    expect([await drafts(), await changes(rule)]).toEqual([[], []])
    const active = await activate(await find(rule))
    expect(active).toMatchObject({ status: 'active', owner_id: ana.id })
    expect(Date.parse(active.next_run_at!)).toBeGreaterThan(Date.now())
    const fields = ruleOf({ days_ahead: 30 })
    const changed = await call(
      api.changeRule,
      { id: rule.id, version: active.version, ...fields },
      await at.as(ana),
    )
    expect(changed).toMatchObject({ status: 'draft', tried_at: null, next_run_at: null })
  })

  it('creates each day once, however often it runs, and records the rule as the author', async () => {
    const rule = await on()
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 2, refused: 0 })
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 0 })
    const made = await drafts()
    expect(made.map(({ date }) => String(date))).toEqual([addDays(at.today, 2), addDays(at.today, 9)])
    const events = await at.fixture.rows(
      `select reason, actor_id from public.shift_events where shift_id = $1`,
      [made[0]!.id],
    )
    expect(events).toEqual([{ reason: 'Rule “Weekly drafts”', actor_id: ana.id }])
  })

  it('can be undone for a day, and does not repeat the change', async () => {
    const rule = await on()
    await run(rule)
    const [first, second] = await changes(rule)
    expect(await call(api.undo, { ids: [first!.id] }, await at.as(ana))).toEqual([
      { id: first!.id, ok: true },
    ])
    expect(await drafts()).toHaveLength(1)
    expect(await run(rule)).toMatchObject({ done: 0 })
    await at.fixture.rows(
      `update public.automation_changes set done_at = now() - interval '25 hours' where id = $1`,
      [second!.id],
    )
    const [late] = await call(api.undo, { ids: [second!.id] }, await at.as(ana))
    expect(late).toMatchObject({ ok: false, why: expect.stringContaining('24 hours') })
    expect(await drafts()).toHaveLength(1)
  })

  it('only suggests if it may only suggest: accepted once, dismissed for good, and reopened', async () => {
    const rule = await on({ mode: 'suggest' })
    expect(await run(rule)).toMatchObject({ status: 'ok', suggested: 2, done: 0 })
    expect(await drafts()).toEqual([])
    expect((await receivedBy(at.fixture, at.people.una, 'automation')).map(({ title }) => title)).toEqual([
      '2 suggestions wait for you',
    ])
    const [first, second] = await changes(rule)
    const both = await Promise.all(
      [ana, at.people.una].map(async (by) => call(api.accept, { ids: [first!.id] }, await at.as(by))),
    )
    expect(
      both
        .flat()
        .map(({ ok }) => ok)
        .toSorted(),
    ).toEqual([false, true])
    expect(await drafts()).toHaveLength(1)
    await call(api.dismiss, { ids: [second!.id] }, await at.as(ana))
    expect(await run(rule)).toMatchObject({ suggested: 0 })
    await call(api.reopen, { id: second!.id }, await at.as(ana))
    expect((await find(rule)).waiting).toBe(1)
  })

  it('is hidden from another school', async () => {
    const rule = await on()
    for (const by of [at.people.rob, at.people.marcus, at.people.frank]) {
      await expect(find(rule, by)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/),
      })
      await expect(activate(rule, by)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/),
      })
    }
    expect(await find(rule, at.people.sam)).toMatchObject({ id: rule.id })
    await expect(add({ template_id: randomUUID() })).rejects.toMatchObject({
      data: { code: 'automation.not_of_school' },
    })
  })

  it('is not turned on by a superadmin who acts as a person, not even in the database', async () => {
    const rule = await add()
    await tried(rule)
    const support = await at.fixture.person({ role: 'superadmin' })
    await at.fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Support', impersonation_may_write = true,
         impersonation_expires_at = now() + interval '20 minutes' where user_id = $1`,
      [support.id, ana.id],
    )
    expect(await find(rule, support)).toMatchObject({ id: rule.id })
    await expect(activate(await find(rule), support)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      at.fixture.act(support, (tx) =>
        tx
          .updateTable('automation_rules')
          .set({ status: 'active', owner_id: ana.id, next_run_at: new Date().toISOString() })
          .where('id', '=', rule.id)
          .execute(),
      ),
    ).rejects.toThrow('automation.not_yours')
  })

  it('PostgreSQL itself lets no one act in another’s name, turn on an untried rule, or invent a run’s changes', async () => {
    const rule = await add()
    const set = (values: Record<string, unknown>) =>
      at.fixture.act(ana, (tx) =>
        tx.updateTable('automation_rules').set(values).where('id', '=', rule.id).execute(),
      )
    await expect(set({ owner_id: at.people.una.id })).rejects.toThrow('automation.not_yours')
    await expect(set({ status: 'active', owner_id: ana.id })).rejects.toThrow('automation_rules_are_tried')
    await expect(set({ status: 'paused' })).rejects.toThrow('step.illegal')
    const active = await on()
    await expect(
      at.fixture.act(ana, (tx) =>
        tx.updateTable('automation_rules').set({ days_ahead: 90 }).where('id', '=', active.id).execute(),
      ),
    ).rejects.toThrow('automation.step')
    const write = (who: Person, values: Record<string, unknown>) =>
      at.fixture.act(who, (tx) =>
        tx.updateTable('automation_rules').set(values).where('id', '=', active.id).execute(),
      )
    await write(at.people.sam, { owner_id: at.people.sam.id })
    await write(ana, { status: 'paused' })
    await expect(write(ana, { status: 'active' })).rejects.toThrow('automation.not_yours')
    await write(ana, { status: 'active', owner_id: ana.id })
    await run(active)
    const [made] = await at.fixture.rows<{ run_id: string }>(
      'select run_id from public.automation_changes limit 1',
    )
    await expect(
      at.fixture.act(ana, (tx) =>
        tx
          .insertInto('automation_changes')
          .values({
            id: randomUUID(),
            run_id: made!.run_id,
            rule_id: active.id,
            school_id: at.school,
            position: 9,
            action: 'remind',
            key: 'x',
            entity_id: randomUUID(),
            label: 'x',
            status: 'waiting',
          })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
  })
})

describe('the scheduler', () => {
  it('starts what is due once, even on two servers, in the name of its owner', async () => {
    const rule = await on()
    expect(await pass()).toBe(0)
    await makeDue(rule)
    const started = await Promise.all(
      [1, 2].map(() => withActor(at.fixture.workerPool, null, (tx) => startDue(tx))),
    )
    expect(started.toSorted()).toEqual([0, 1])
    await pass()
    const { rows } = await call(api.runs, { rule_id: rule.id }, await at.as(ana))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ is_scheduled: true, status: 'ok', done: 2 })
    const [event] = await at.fixture.rows(
      `select actor_id, reason from public.shift_events where shift_id = $1`,
      [(await drafts())[0]!.id],
    )
    expect(event).toEqual({ actor_id: ana.id, reason: 'Rule “Weekly drafts”' })
    expect(Date.parse((await find(rule)).next_run_at!)).toBeGreaterThan(Date.now())
  })

  it('makes no run of a rule that was paused or changed while the run waited', async () => {
    const rule = await on()
    const [run_id, job_id] = [randomUUID(), randomUUID()]
    await call(api.runRule, { id: rule.id, run_id, job_id }, await at.as(ana))
    const { version } = await find(rule)
    await call(api.pause, { id: rule.id, version }, await at.as(ana))
    await work(job_id)
    const found = await call(api.run, { id: run_id }, await at.as(ana))
    expect(found).toMatchObject({ status: 'failed', error: expect.stringContaining('paused or changed') })
    expect(await drafts()).toEqual([])
    expect(await find(rule)).toMatchObject({ status: 'paused', failures: 0 })
  })

  it('is not tried by the trial of an earlier form', async () => {
    const rule = await add()
    const job_id = randomUUID()
    await call(api.tryRule, { id: rule.id, job_id }, await at.as(ana))
    // Edited while its shifts are tried.
    const { commit, job } = await editWhileTried(rule, job_id)
    await commit()
    await job
    expect(await find(rule)).toMatchObject({ status: 'draft', tried_at: null })
  })

  it('pauses a rule whose owner no longer administers the school, and notifies the school', async () => {
    const owner = await at.fixture.person({ role: 'school_admin', school: at.school, fullName: 'Olga Gone' })
    const rule = await add()
    await tried(rule)
    await activate(await find(rule), owner)
    await at.fixture.rows(`update public.users set role = 'proctor' where id = $1`, [owner.id])
    await makeDue(rule)
    expect(await pass()).toBe(0)
    expect(await find(rule)).toMatchObject({ status: 'paused', halted_why: 'owner', next_run_at: null })
    const [said] = (await receivedBy(at.fixture, ana, 'automation')).slice(-1)
    expect(said!.message).toContain('Olga Gone')
    expect(await activate(await find(rule))).toMatchObject({ status: 'active', owner_id: ana.id })
  })

  it('runs nothing for a read-only school', async () => {
    const rule = await on()
    await makeDue(rule)
    await at.fixture.rows(
      `insert into public.subscriptions (school_id, status) values ($1, 'unpaid') on conflict (school_id) do update set status = 'unpaid'`,
      [at.school],
    )
    expect(await pass()).toBe(0)
    // Nor does its rule, which stays due, keep those of other schools from their turn.
    const { rob } = at.people
    const theirs = await add({ action: 'publish_at_release', template_id: null }, rob)
    await tried(theirs, rob)
    await activate(await find(theirs, rob), rob)
    await makeDue(theirs)
    await at.fixture.rows(
      `update public.automation_rules set next_run_at = now() - interval '1 hour' where id = $1`,
      [rule.id],
    )
    expect(await withActor(at.fixture.workerPool, null, (tx) => startDue(tx, new Date(), 1))).toBe(1)
    await pass()
    await expect(
      at.fixture.act(ana, (tx) =>
        tx
          .insertInto('shift_templates')
          .values({ ...templateOf(), id: randomUUID(), school_id: at.school })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
    await at.fixture.rows(`update public.subscriptions set status = 'active' where school_id = $1`, [
      at.school,
    ])
    expect(await pass()).toBe(1)
  })

  it('stops a rule after three failed runs, notifies its owner, and counts runs whose job ended', async () => {
    const rule = await on()
    await at.fixture.rows(`update public.shift_templates set is_archived = true where id = $1`, [template])
    expect(await run(rule)).toMatchObject({ status: 'failed', error: expect.stringContaining('archived') })
    await makeDue(rule)
    await withActor(at.fixture.workerPool, null, (tx) => startDue(tx))
    await at.fixture.rows(
      `update public.jobs set status = 'failed', finished_at = now(), error_message = 'It broke.' where kind = 'automation' and status = 'queued'`,
    )
    expect(await withActor(at.fixture.workerPool, null, failAbandonedRuns)).toBe(1)
    expect(await find(rule)).toMatchObject({ status: 'active', failures: 2, last_run_status: 'failed' })
    await run(rule)
    expect(await find(rule)).toMatchObject({ status: 'error', halted_why: 'failures', failures: 3 })
    const [said] = (await receivedBy(at.fixture, ana, 'automation')).slice(-1)
    expect(said).toMatchObject({
      title: '“Weekly drafts” stopped after three failed runs',
      mails: expect.anything(),
    })
  })
})

describe('a rule with an event', () => {
  const approved = async (days: number) => {
    const id = await at.draft({ proctor_id: at.people.marcus.id, date: addDays(at.today, days) })
    await at.submit(id)
    await at.approve(id)
    return id
  }
  const events = { action: 'publish_at_release', event: 'shift_approved', days_ahead: 60 } as const
  const runs = async (rule: AutomationRule) =>
    (await call(api.runs, { rule_id: rule.id }, await at.as(ana))).rows

  it('runs once for events after it was turned on, several in one run, however many servers check', async () => {
    await approved(30)
    const rule = await on(events)
    expect(rule).toMatchObject({ event: 'shift_approved', next_run_at: null })
    expect(await pass()).toBe(0)
    const shifts = [await approved(31), await approved(32)]
    const started = await Promise.all([pass(), pass()])
    expect(started.toSorted()).toEqual([0, 1])
    expect(await runs(rule)).toMatchObject([{ is_scheduled: true, events: 2, done: 3 }])
    for (const id of shifts) expect((await at.get(id)).status).toBe('published')
    // As after a restart: handled events are known from the runs.
    expect(await pass()).toBe(0)
    await approved(33)
    expect(await pass()).toBe(1)
    expect(await runs(rule)).toHaveLength(2)
  })

  it('takes as many as fit into one run, and the others into the next', async () => {
    const rule = await on(events)
    const id = await approved(37)
    await at.fixture.rows(
      `insert into public.shift_events (shift_id, school_id, event, from_status, to_status, at_version, at)
       select id, school_id, 'approve', 'pending_facility', 'approved', version, now() - interval '1 hour' from public.shifts, generate_series(1, 600) where id = $1`,
      [id],
    )
    expect(await pass()).toBe(1)
    expect(await pass()).toBe(1)
    expect((await runs(rule)).map((one) => one.events)).toEqual([101, 500])
    expect(await pass()).toBe(0)
  })

  it('does not search far back if nothing happened for long', async () => {
    const rule = await on({ ...events, event: 'shift_completed' })
    const after = async () => {
      const [{ events_after } = { events_after: '' }] = await at.fixture.rows<{ events_after: string }>(
        'select events_after from public.automation_rules where id = $1',
        [rule.id],
      )
      return Number(events_after)
    }
    await at.fixture.rows(
      `insert into public.shift_events (shift_id, school_id, event, from_status, to_status, at_version, at)
       select id, school_id, 'approve', 'pending_facility', 'approved', version, now() - interval '1 hour' from public.shifts where id = $1`,
      [await approved(38)],
    )
    await at.fixture.rows('update public.automation_rules set events_after = -5000 where id = $1', [rule.id])
    expect(await pass()).toBe(0)
    expect(await after()).toBeGreaterThan(0)
  })

  it('defers events while it runs, and all of them while it is paused', async () => {
    const rule = await on(events)
    await approved(34)
    await withActor(at.fixture.workerPool, null, (tx) => startDue(tx))
    await approved(35)
    expect(await withActor(at.fixture.workerPool, null, (tx) => startDue(tx))).toBe(0)
    for (const { id } of await at.fixture.rows<{ id: string }>(
      `select id from public.jobs where kind = 'automation' and status = 'queued'`,
    ))
      await work(id)
    expect(await pass()).toBe(1)
    const paused = await call(
      api.pause,
      { id: rule.id, version: (await find(rule)).version },
      await at.as(ana),
    )
    await approved(36)
    expect(await pass()).toBe(0)
    await activate(paused)
    expect(await pass()).toBe(0)
  })

  it('is not changed over what someone else saved: both versions are in the refusal', async () => {
    const rule = await add()
    const change = async (version: number, more: Partial<RuleFields>, by: Person = ana) =>
      call(api.changeRule, { id: rule.id, version, ...ruleOf(more) }, await at.as(by))
    const other = randomUUID()
    await call(api.addTemplate, { id: other, ...templateOf(), name: 'Pediatrics' }, await at.as(ana))
    const schedule = { every: 'week' as const, time: '06:30', weekday: 2, day: 1 }
    const now = await change(rule.version, { schedule, template_id: other }, at.people.una)
    await expect(change(rule.version, { days_ahead: 20 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/ changed this rule in the meantime: /),
      data: {
        kind: 'version',
        sent_version: rule.version,
        current: { id: rule.id, version: now.version, schedule, template_name: 'Pediatrics' },
        changes: [
          {
            is_me: false,
            fields: expect.arrayContaining([
              { field: 'template_id', label: 'Template', before: 'Adult Health', after: 'Pediatrics' },
              {
                field: 'cron',
                label: 'Runs',
                before: 'Every day at 6:00 AM',
                after: 'Every Tuesday at 6:30 AM',
              },
            ]),
          },
        ],
      },
    })
    expect(await change(now.version, { days_ahead: 20 })).toMatchObject({ days_ahead: 20 })
  })

  it('cannot use a template, and only receives events of its own school', async () => {
    await expect(add({ event: 'seat_freed' })).rejects.toMatchObject({
      data: { code: 'automation.only_scheduled' },
    })
    await on(events)
    const theirs = await at.draft({ date: addDays(at.today, 40) }, at.people.rob)
    await at.submit(theirs, at.people.rob)
    await at.approve(theirs)
    expect(await pass()).toBe(0)
  })
})

describe('the actions of rules', () => {
  it('publish approved shifts through the same command, with the same refusals as for people', async () => {
    const [good, bad] = [
      await at.draft({ proctor_id: at.people.marcus.id, date: addDays(at.today, 20) }),
      await at.draft({ date: addDays(at.today, 21) }),
    ]
    for (const id of [good, bad]) {
      await at.submit(id)
      await at.approve(id)
    }
    const rule = await on({ action: 'publish_at_release', days_ahead: 30 })
    expect(await run(rule)).toMatchObject({ status: 'partial', done: 1, refused: 1 })
    expect([(await at.get(good)).status, (await at.get(bad)).status]).toEqual(['published', 'approved'])
    const refused = (await changes(rule)).find(({ status }) => status === 'refused')
    expect(refused).toMatchObject({ entity_id: bad, message: expect.stringMatching(/instructor/) })
    const done = (await changes(rule)).find(({ status }) => status === 'done')!
    const [undone] = await call(api.undo, { ids: [done.id] }, await at.as(ana))
    expect(undone).toMatchObject({ ok: false, why: expect.stringContaining('can’t be undone') })
    const [event] = await at.fixture.rows(
      `select reason from public.shift_events where shift_id = $1 and event = 'publish'`,
      [good],
    )
    expect(event).toEqual({ reason: 'Rule “Weekly drafts”' })
  })

  it('remind the instructors of shifts with free seats, once a day', async () => {
    const id = await at.published({ proctor_id: at.people.denise.id, date: addDays(at.today, 12) })
    const rule = await on({ action: 'remind', remind_about: 'unfilled', days_ahead: 14 })
    expect(await receivedBy(at.fixture, at.people.denise, 'seat_changed')).toEqual([])
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 1 })
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 0 })
    const got = await receivedBy(at.fixture, at.people.denise, 'seat_changed')
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({
      title: expect.stringMatching(/seats are free on your shift/),
      data: { action_url: `/shift/${id}` },
    })
  })

  it('notify student and instructors of a seat that is not cleared, once until something else is missing', async () => {
    const noah = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Noah Reed' })
    const shift = await at.published({ proctor_id: at.people.marcus.id, date: addDays(at.today, 9) })
    await at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy) select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
      [shift, noah.id],
    )
    const clear = async (status: string, ...missing: string[]) =>
      at.fixture.rows(
        'update public.seat_clearances set status = $2, missing = $3, missing_types = $3 where student_id = $1 returning id',
        [noah.id, status, missing],
      )
    expect(await clear('cleared')).toHaveLength(1)
    const rule = await on({ action: 'escalate_credential', days_ahead: 14 })
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 0 })
    await clear('not_cleared', 'Flu shot')
    const { rows } = await tried(rule)
    expect(rows).toMatchObject([
      { label: expect.stringContaining('Noah Reed: '), before: { missing: 'Flu shot' }, message: null },
    ])
    expect(await receivedBy(at.fixture, noah, 'credential_expiring')).toEqual([])
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 1 })
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 0 })
    expect(await receivedBy(at.fixture, noah, 'credential_expiring')).toMatchObject([
      { title: 'You are not cleared for your shift', data: { action_url: '/student/credentials' } },
    ])
    const [said] = await receivedBy(at.fixture, at.people.marcus, 'credential_expiring')
    expect(said).toMatchObject({
      title: 'Noah Reed is not cleared for your shift',
      data: { action_url: `/proctor/students/${noah.id}` },
    })
    expect((await changes(rule))[0]).toMatchObject({ entity_id: shift, student_id: noah.id, status: 'done' })
    await clear('not_cleared', 'Flu shot', 'BLS')
    expect(await run(rule)).toMatchObject({ status: 'ok', done: 1 })
    expect(await receivedBy(at.fixture, noah, 'credential_expiring')).toHaveLength(2)
  })

  it('send no suggested reminder of what is no longer so, and the others as things are now', async () => {
    const denise = at.people.denise
    const [full, free] = [
      await at.published({ proctor_id: denise.id, date: addDays(at.today, 6) }),
      await at.published({ proctor_id: denise.id, date: addDays(at.today, 7) }),
    ]
    const rule = await on({ action: 'remind', mode: 'suggest', remind_about: 'unfilled', days_ahead: 8 })
    expect(await run(rule)).toMatchObject({ suggested: 2 })
    await at.fixture.rows(`update public.shifts set status = 'full', seats_taken = seats where id = $1`, [
      full,
    ])
    await at.fixture.rows(`update public.shifts set seats_taken = seats - 1 where id = $1`, [free])
    const before = await receivedBy(at.fixture, denise, 'seat_changed')
    const of = async (shift: string) => (await changes(rule)).find((one) => one.entity_id === shift)!
    const accept = async (shift: string) =>
      call(api.accept, { ids: [(await of(shift)).id] }, await at.as(ana))
    expect(await accept(full)).toMatchObject([
      { ok: false, why: expect.stringContaining('no longer applies') },
    ])
    expect(await of(full)).toMatchObject({ status: 'suggested' })
    expect(await accept(free)).toMatchObject([{ ok: true }])
    expect(await of(free)).toMatchObject({ status: 'done', after: { notice: '1 free' } })
    const got = (await receivedBy(at.fixture, denise, 'seat_changed')).slice(before.length)
    expect(got).toMatchObject([{ title: '1 seat is free on your shift' }])
  })

  it('send no suggested reminder of a report that was sent meanwhile', async () => {
    const ended = async (days: number) => {
      const id = await at.published({ proctor_id: at.people.denise.id, date: addDays(at.today, days) })
      await at.fixture.rows(
        `update public.shifts set status = 'in_progress', starts_at = now() - make_interval(hours => 30 - $2), ends_at = now() - make_interval(hours => 29 - $2)
         where id = $1`,
        [id, days],
      )
      await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [id])
      await at.fixture.rows(
        `insert into public.shift_reports (id, school_id, proctor_id, status, due_at) values ($1, $2, $3, 'due', now())`,
        [id, at.school, at.people.denise.id],
      )
      return id
    }
    const [sent, missing] = [await ended(8), await ended(10)]
    const rule = await on({ action: 'remind', mode: 'suggest', remind_about: 'unreported', days_ahead: 8 })
    await run(rule)
    await at.fixture.rows(`update public.shift_reports set status = 'submitted' where id = $1`, [sent])
    const accept = async (shift: string) => {
      const found = (await changes(rule)).find((one) => one.entity_id === shift)!
      return call(api.accept, { ids: [found.id] }, await at.as(ana))
    }
    expect(await accept(sent)).toMatchObject([
      { ok: false, why: expect.stringContaining('no longer applies') },
    ])
    expect(await accept(missing)).toMatchObject([{ ok: true }])
    expect(await receivedBy(at.fixture, at.people.denise, 'shift_report')).toHaveLength(1)
  })

  it('send no suggested notice of a credential that has arrived', async () => {
    const lea = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Lea Late' })
    const shift = await at.published({ proctor_id: at.people.marcus.id, date: addDays(at.today, 10) })
    await at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy) select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
      [shift, lea.id],
    )
    const clear = async (status: string, ...missing: string[]) =>
      at.fixture.rows(
        'update public.seat_clearances set status = $2, missing = $3, missing_types = $3 where student_id = $1',
        [lea.id, status, missing],
      )
    await clear('not_cleared', 'TB')
    const rule = await on({ action: 'escalate_credential', mode: 'suggest', days_ahead: 14 })
    await run(rule)
    const found = (await changes(rule)).find((one) => one.student_id === lea.id)!
    const accept = async () => call(api.accept, { ids: [found.id] }, await at.as(ana))
    for (const [status, ...missing] of [['cleared'], ['not_cleared', 'Flu shot']] as const) {
      await clear(status, ...missing)
      expect(await accept()).toMatchObject([{ ok: false, why: expect.stringContaining('no longer applies') }])
    }
    expect(await receivedBy(at.fixture, lea, 'credential_expiring')).toEqual([])
    await clear('not_cleared', 'TB')
    expect(await accept()).toMatchObject([{ ok: true }])
    expect(await receivedBy(at.fixture, lea, 'credential_expiring')).toHaveLength(1)
  })

  /** Students of a cohort whose program wants hours in a specialty, which they lack. */
  async function behind(specialty: string, ...names: string[]) {
    const program = randomUUID()
    const cohort = randomUUID()
    await at.fixture.rows(
      `insert into public.programs (id, school_id, name, level, requirements) values ($1::uuid, $2, $1::text, 'BSN', $3)`,
      [program, at.school, JSON.stringify([{ specialty, course_code: null, min_hours: 90 }])],
    )
    await at.fixture.rows(
      `insert into public.cohorts (id, school_id, program_id, name, code, status, start_date, expected_graduation) values ($1, $2, $3, $6, $6, 'active', $4, $5)`,
      [cohort, at.school, program, addDays(at.today, -60), addDays(at.today, 300), cohort.slice(0, 8)],
    )
    const people = []
    for (const fullName of names) {
      const person = await at.fixture.person({ role: 'student', school: at.school, fullName })
      await at.fixture.rows(
        `insert into public.cohort_memberships (cohort_id, student_id, school_id, from_date) values ($1, $2, $3, $4)`,
        [cohort, person.id, at.school, addDays(at.today, -60)],
      )
      people.push(person)
    }
    return people
  }

  it('suggest seats to students who lack hours in the specialty, assign them and undo it', async () => {
    const [jenna] = await behind('icu', 'Jenna Park')
    const shift = await at.published({
      specialty: 'icu',
      facility_id: at.icu,
      proctor_id: at.people.marcus.id,
      date: addDays(at.today, 15),
    })
    const rule = await on({ action: 'assign_to_meet_hours', mode: 'suggest', days_ahead: 30 })
    expect(await run(rule)).toMatchObject({ status: 'ok', suggested: 1 })
    const [found] = await changes(rule)
    expect(found).toMatchObject({ entity_id: shift, label: expect.stringContaining('Jenna Park') })
    expect(await call(api.accept, { ids: [found!.id] }, await at.as(ana))).toEqual([
      { id: found!.id, ok: true },
    ])
    const seat = () =>
      at.fixture.rows(`select status, reason from public.assignments where student_id = $1`, [jenna!.id])
    expect(await seat()).toMatchObject([{ status: 'assigned' }])
    expect(await call(api.undo, { ids: [found!.id] }, await at.as(ana))).toEqual([
      { id: found!.id, ok: true },
    ])
    expect(await run(rule)).toMatchObject({ status: 'ok', suggested: 0 })
    expect(await seat()).toEqual([{ status: 'removed', reason: 'Undone: rule “Weekly drafts”' }])
  })

  it('reach further than those with the largest gap, who can have a seat already', async () => {
    const names = ['Ada', 'Ben', 'Cleo', 'Dev', 'Eve', 'Finn']
    await behind('pediatrics', ...names)
    for (let day = 22; day < 28; day++) {
      const shift = await at.draft({
        specialty: 'pediatrics',
        facility_id: at.icu,
        proctor_id: at.people.marcus.id,
        date: addDays(at.today, day),
      })
      await at.submit(shift)
      await at.approve(shift, 1)
      await at.publish(shift)
    }
    const rule = await on({ action: 'assign_to_meet_hours', mode: 'suggest', days_ahead: 30 })
    await run(rule)
    const found = (await changes(rule)).map(({ label }) => label.split(':')[0])
    expect(found).toEqual(expect.arrayContaining(names))
  })

  /** A published shift, and as many more at the same times as wanted. */
  async function many(more: number, fields: Record<string, unknown>) {
    const id = await at.published({ facility_id: at.icu, proctor_id: at.people.marcus.id, ...fields })
    await at.fixture.rows(
      `insert into public.shifts (school_id, facility_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, experience_type, specialty, status,
         capacity, approved_capacity, seats, title)
       select x.school_id, x.facility_id, x.semester_id, x.date, x.start_time, x.end_time, x.time_zone, x.starts_at, x.ends_at, x.experience_type, x.specialty, x.status,
         x.capacity, x.approved_capacity, x.seats, 'Copy' from public.shifts x, generate_series(1, $2::int) where x.id = $1`,
      [id, more],
    )
    return id
  }

  it('reach shifts of a specialty behind many sooner ones that no one needs, or that are few of many', async () => {
    const [ida] = await behind('geriatrics_ltc', 'Ida Long')
    await many(70, { specialty: 'leadership', date: addDays(at.today, 41) })
    await many(70, { specialty: 'geriatrics_ltc', date: addDays(at.today, 42) })
    const last = await many(0, { specialty: 'community', date: addDays(at.today, 43) })
    const [rae] = await behind('community', 'Rae Com')
    const rule = await on({ action: 'assign_to_meet_hours', mode: 'suggest', days_ahead: 60, run_limit: 100 })
    await run(rule)
    const found = await changes(rule)
    expect(found.filter((one) => one.student_id === ida!.id)).toHaveLength(1)
    expect(found.filter((one) => one.student_id === rae!.id)).toMatchObject([{ entity_id: last }])
  })

  it('suggest another seat to a student whose suggested one is over, full or canceled', async () => {
    const [uma] = await behind('mental_health', 'Uma Psy')
    const [first, second, third, fourth] = [
      await many(0, { specialty: 'mental_health', date: addDays(at.today, 44) }),
      await many(0, { specialty: 'mental_health', date: addDays(at.today, 45) }),
      await many(0, { specialty: 'mental_health', date: addDays(at.today, 46) }),
      await many(0, { specialty: 'mental_health', date: addDays(at.today, 47) }),
    ]
    const rule = await on({ action: 'assign_to_meet_hours', mode: 'suggest', days_ahead: 60 })
    const suggested = async () => {
      await run(rule)
      return (await changes(rule)).filter((one) => one.student_id === uma!.id).map((one) => one.entity_id)
    }
    expect(await suggested()).toEqual([first])
    expect(await suggested()).toEqual([first])
    const set = (id: string, change: string) =>
      at.fixture.rows(`update public.shifts set ${change} where id = $1`, [id])
    await set(first, "starts_at = now() - interval '10 hours', ends_at = now() - interval '1 hour'")
    expect(new Set(await suggested())).toEqual(new Set([first, second]))
    await set(second, "status = 'full', seats_taken = seats")
    expect(new Set(await suggested())).toEqual(new Set([first, second, third]))
    await set(third, "status = 'cancelled'")
    expect(new Set(await suggested())).toEqual(new Set([first, second, third, fourth]))
  })
})

describe('templates', () => {
  it('are changed one at a time, and archived if no rule needs them', async () => {
    const list = async () => (await call(api.templates, {}, await at.as(ana))).rows
    const [one] = await list()
    expect(one).toMatchObject({ name: 'Adult Health', facility_name: '5 East', site_name: 'North', rules: 0 })
    await call(api.changeTemplate, { ...templateOf(), id: template, version: 1, seats: 6 }, await at.as(ana))
    await expect(
      call(api.changeTemplate, { ...templateOf(), id: template, version: 1 }, await at.as(ana)),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You changed this template in another tab or window: seats.',
      data: {
        kind: 'version',
        sent_version: 1,
        current: { id: template, version: 2, seats: 6, facility_name: '5 East' },
        changes: [{ version: 2, is_me: true, fields: [{ field: 'seats', before: 8, after: 6 }] }],
      },
    })
    await on()
    const archive = async (is_archived: boolean) =>
      call(api.archiveTemplate, { id: template, is_archived }, await at.as(ana))
    await expect(archive(true)).rejects.toMatchObject({ data: { code: 'automation.template_in_use' } })
    await expect(
      call(api.addTemplate, { ...templateOf(), id: randomUUID(), facility_id: at.north }, await at.as(ana)),
    ).rejects.toMatchObject({ data: { code: 'automation.no_unit' } })
  })
})

it('the next run follows the school’s time zone, also across clock changes', async () => {
  expect(await nextRun('0 6 * * *', 'America/Chicago', new Date('2026-11-29T12:30:00Z'))).toBe(
    '2026-11-30T12:00:00.000Z',
  )
  expect(await nextRun('0 6 * * *', 'America/Chicago', new Date('2027-03-14T00:00:00Z'))).toBe(
    '2027-03-14T11:00:00.000Z',
  )
  expect(await nextRun('0 6 1 * *', 'America/Chicago', new Date('2026-11-29T12:30:00Z'))).toBe(
    '2026-12-01T12:00:00.000Z',
  )
})
