import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shiftEventName, shiftStatus, trialSide } from '../contract.ts'
import { shiftMachine } from '../rules.ts'
import { createPlaces, type Places } from './fake.ts'

let at: Places
beforeAll(async () => {
  at = await createPlaces()
})
afterAll(() => at.world.close())

const counts = async () =>
  at.world
    .rows(`select (select count(*) from public.shifts) as shifts, (select count(*) from public.schools) as schools, (select count(*) from public.users) as users,
    (select count(*) from priv.sessions) as sessions, (select count(*) from public.notifications) as notifications, (select count(*) from public.shift_events) as events,
    (select count(*) from public.audit_events) as audit, (select count(*) from priv.mails) as mails`)

const runAll = async (who = at.people.sam) => {
  const context = await at.as(who)
  const all = []
  for (const status of shiftStatus.options) all.push(await call(at.api.tryMachine, { status }, context))
  return { trials: all.flatMap(({ trials }) => trials), ms: all.map(({ ms }) => ms) }
}

describe('the machine, run against the database', () => {
  it('does what the rules say for every event from every state by every side, and leaves nothing behind', async () => {
    await at.published()
    const before = await counts()
    const { trials, ms } = await runAll()
    expect(trials).toHaveLength(
      shiftStatus.options.length * shiftEventName.options.length * trialSide.options.length,
    )
    expect(trials.filter(({ to, expected }) => to !== expected)).toEqual([])
    // Each transition was really made, by each who may.
    const made = new Set(
      trials.filter(({ to }) => to).map(({ status, event, to }) => `${status} ${event} ${to}`),
    )
    expect(made).toEqual(new Set(shiftMachine.map(({ from, event, to }) => `${from} ${event} ${to}`)))
    expect(trials.filter(({ to, message }) => to === null && !message)).toEqual([])
    // Each within the three seconds that a request has.
    expect(Math.max(...ms)).toBeLessThan(2_000)
    expect(await counts()).toEqual(before)
  }, 60_000)

  it('is run by the superadmin alone', async () => {
    for (const who of [at.people.ana, at.people.una, at.people.frank, at.people.marcus]) {
      await expect(call(at.api.tryMachine, { status: 'draft' }, await at.as(who))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(call(at.api.rehearse, { steps: [] }, await at.as(who))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      for (const asked of [`app.try_shift_machine('draft')`, `app.rehearse_shift('[]')`])
        await expect(
          at.world.act(who, (tx) => tx.executeQuery({ sql: `select ${asked}`, parameters: [] } as never)),
        ).rejects.toThrow('Only the superadmin runs this.')
    }
    await expect(call(at.api.tryMachine, { status: 'draft' }, await at.as(null))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})

describe('a rehearsal', () => {
  it('tells who is told what, and stops where a step is refused', async () => {
    const before = await counts()
    const steps = await call(
      at.api.rehearse,
      {
        steps: [
          { event: 'submit', side: 'school' },
          { event: 'approve', side: 'facility' },
          { event: 'publish', side: 'school' },
          { event: 'start', side: 'system' },
          { event: 'complete', side: 'system' },
          { event: 'close', side: 'school' },
          { event: 'reopen', side: 'school' },
          { event: 'close', side: 'school' },
        ],
      },
      await at.as(at.people.sam),
    )
    expect(steps.map(({ to }) => to)).toEqual([
      'pending_facility', 'approved', 'published', 'in_progress', 'completed', 'closed', null,
    ]) // prettier-ignore
    expect(steps[0]!.told.map(({ to, title }) => [to, title])).toEqual([
      ['facility', 'A school asks for a shift'],
    ])
    expect([...new Set(steps[1]!.told.map(({ to }) => to))]).toEqual(['school'])
    expect(steps.at(-1)!.message).toBe('Only the school’s super admin does this.')
    expect(await counts()).toEqual(before)
  })
})

// The last: the database is not the same afterwards.
it('a database that does something else is found', async () => {
  await at.world.rows(
    `create or replace function app.reopen_shift(p_id uuid, p_version integer, p_reason text) returns integer language sql as 'select 1'`,
  )
  const { trials } = await runAll()
  expect(
    trials
      .filter(({ to, expected }) => to !== expected)
      .map(({ status, event, side }) => [status, event, side]),
  ).toEqual([
    ['closed', 'reopen', 'school_super'],
    ['closed', 'reopen', 'platform'],
  ])
}, 60_000)
