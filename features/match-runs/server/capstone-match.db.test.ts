/** Capstone wishlists against real PostgreSQL: preceptors and units as options, the same matching, and the preceptor's answer. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { type Capstones, createCapstones } from '#features/capstone/server/fake.ts'
import { runJob } from '#features/jobs/server/public.ts'
import type { WishlistFields } from '#features/wishlists/contract.ts'
import { wishlistCalls } from '#features/wishlists/server/fake.ts'
import type { RunSettings } from '../contract.ts'
import { matchRunHandlers } from './handlers.ts'
import { matchRunJobs } from './public.ts'

let at: Capstones
let cohort: string
const wishes = wishlistCalls()
const runs = matchRunHandlers()
const key = () => ({ idempotency_key: randomUUID() })
beforeAll(async () => {
  at = await createCapstones()
  cohort = randomUUID()
  await at.fixture.rows(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status) values ($1, $2, 'Seniors', $3, $4, 'active')`,
    [cohort, at.school, addDays(at.today, -100), addDays(at.today, 500)],
  )
  for (const { id } of [at.ada, at.ben])
    await at.fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)`,
      [cohort, at.school, id, addDays(at.today, -100)],
    )
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  await at.clear()
  await at.fixture.rows(`update public.capstone_projects set status = 'cancelled'`)
})

const ana = () => at.people.ana
const work = (id: string) =>
  runJob(at.fixture, matchRunJobs('https://placewell.example'), id, new AbortController().signal)
const fields = (more: Partial<WishlistFields> = {}) => ({
  name: 'Spring capstones',
  semester_id: at.semesters[at.school]!,
  cohort_ids: [cohort],
  kind: 'capstone' as const,
  opening_ids: [at.named.priya.id, at.named.lee.id],
  opens_on: at.today,
  closes_on: addDays(at.today, 7),
  ...more,
})
const create = async (more: Partial<WishlistFields> = {}, who: Person = ana()) =>
  call(wishes.create, { id: randomUUID(), ...key(), ...fields(more) }, await at.as(who))
const open = async (more: Partial<WishlistFields> = {}) => {
  const { id } = await create(more)
  return call(wishes.announce, { id, ...key() }, await at.as(ana()))
}
const choose = async (who: Person, id: string, options: readonly string[]) =>
  call(
    wishes.choose,
    { id, ...key(), choices: options.map((option_id) => ({ option_id, comment: null })) },
    await at.as(who),
  )
const close = (id: string) =>
  at.fixture.rows('update public.wishlist_campaigns set opens_on = $2, closes_on = $3 where id = $1', [
    id,
    addDays(at.today, -9),
    addDays(at.today, -2),
  ])
const approved = async (who: Person) => {
  const id = await at.propose(who)
  await at.move(who, id, 'submit')
  await at.move(ana(), id, 'review')
  await at.approve(id)
  return id
}
const run = async (campaign_id: string, settings: Partial<RunSettings> = {}) => {
  const [id, job_id] = [randomUUID(), randomUUID()]
  const asked = { campaign_id, id, job_id, settings: { require_clearance: false, ...settings }, ...key() }
  await call(runs.start, asked, await at.as(ana()))
  await work(job_id)
  return call(runs.get, { id }, await at.as(ana()))
}
const publish = async (id: string) => {
  const job_id = randomUUID()
  await call(runs.publish, { id, job_id, ...key() }, await at.as(ana()))
  await work(job_id)
  const [job] = await at.fixture.rows<{ status: string; error_message: string | null }>(
    'select status, error_message from public.jobs where id = $1',
    [job_id],
  )
  return job!
}

describe('a capstone wishlist', () => {
  it('offers the preceptors of partners with the number of students they can still take, and their units', async () => {
    const openings = await call(
      wishes.openings,
      { semester_id: at.semesters[at.school]! },
      await at.as(ana()),
    )
    const names = openings.map(({ name, is_unit, seats }) => [name, is_unit, seats])
    expect(names).toContainEqual(['Priya Raman', false, 1])
    expect(names).toContainEqual([expect.any(String), true, 3])
    const project = await at.awaiting()
    await at.nominate(project, at.named.priya.id)
    const left = await call(wishes.openings, { semester_id: at.semesters[at.school]! }, await at.as(ana()))
    expect(left.map(({ name }) => name)).not.toContain('Priya Raman')
    await expect(create()).rejects.toThrow('no longer takes students in this semester')
  })

  it('offers a unit or its preceptors, not both, and nothing of another school', async () => {
    await expect(create({ opening_ids: [at.named.priya.id, at.ward] })).rejects.toThrow('not both')
    await expect(create({ opening_ids: [] })).rejects.toThrow('at least one preceptor')
    await expect(create({}, at.people.rob)).rejects.toThrow(/Choose one of your semesters/)
  })

  it('tells a student without an approved project that they cannot be placed yet', async () => {
    const { id, options } = await open()
    await approved(at.ada)
    const mine = async (who: Person) =>
      (await call(wishes.mine, undefined, await at.as(who))).find((one) => one.id === id)!
    expect(await mine(at.ada)).toMatchObject({ kind: 'capstone', needs_project: false })
    expect((await mine(at.ada)).options[0]).toMatchObject({ shift_count: 0, hours: 24, clashes_on: null })
    expect(await mine(at.ben)).toMatchObject({ needs_project: true })
    expect((await choose(at.ben, id, [options[0]!.id])).choices).toHaveLength(1)
  })
})

describe('matching capstones', () => {
  it('gives each preceptor at most the students they take, asks them when published, and they answer', async () => {
    const [ada, ben] = [await approved(at.ada), await approved(at.ben)]
    const { id, options } = await open()
    const [priya, lee] = ['Priya Raman', 'Lee Moss'].map(
      (name) => options.find((option) => option.name === name)!.id,
    ) as [string, string]
    await choose(at.ada, id, [priya, lee])
    await choose(at.ben, id, [priya, lee])
    await close(id)
    const found = await run(id)
    expect(found).toMatchObject({
      proof: { status: 'optimal' },
      figures: { placed: 2, first_choice: 1, top_three: 2 },
    })
    expect(found.placements.flatMap((one) => one.option_ids).toSorted()).toEqual([priya, lee].toSorted())
    expect(await publish(found.id)).toMatchObject({ status: 'done' })
    const projects = [await at.get(ada), await at.get(ben)]
    expect(projects.map(({ status }) => status)).toEqual(['awaiting_preceptor', 'awaiting_preceptor'])
    const asked = projects.map(({ nominations }) => nominations[0]!)
    expect(asked.map(({ status }) => status)).toEqual(['asked', 'asked'])
    expect(asked.map((one) => one.preceptor_name).toSorted()).toEqual(['Lee Moss', 'Priya Raman'])
    // Priya signs in; Lee uses a link.
    const own = asked.find((one) => one.preceptor_name === 'Priya Raman')!
    await at.answer(own.id)
    const [token] = await at.links('lee@river.example')
    await at.use(token!, { task: 'accept', accepts: false, reason: 'On leave' })
    const after = [await at.get(ada), await at.get(ben)].map(({ status }) => status).toSorted()
    expect(after).toEqual(['awaiting_preceptor', 'matched'])
  })

  it('asks a unit to nominate one of its preceptors', async () => {
    const ada = await approved(at.ada)
    const { id, options } = await open({ opening_ids: [at.ward] })
    await choose(at.ada, id, [options[0]!.id])
    await close(id)
    const found = await run(id, { place_everyone: false })
    expect(await publish(found.id)).toMatchObject({ status: 'done' })
    expect(await at.get(ada)).toMatchObject({ status: 'awaiting_preceptor', nominations: [] })
  })

  it('places no one without an approved project, nor with an ineligible preceptor, and says why', async () => {
    await approved(at.ada)
    await at.fixture.rows(`update public.preceptors set license_expires_on = $2 where id = $1`, [
      at.named.lee.id,
      at.today,
    ])
    try {
      const { id, options } = await open()
      for (const who of [at.ada, at.ben])
        await choose(
          who,
          id,
          options.map((option) => option.id),
        )
      await close(id)
      const impossible = await run(id)
      expect(impossible.proof!.status).toBe('infeasible')
      expect(impossible.proof!.conflict.join(' ')).toContain('Ben Able'.slice(0, 3))
      const found = await run(id, { place_everyone: false })
      const of = (who: Person) => found.placements.find((one) => one.student_id === who.id)!
      expect(of(at.ben).option_ids).toEqual([])
      expect(of(at.ben).sentences.join(' ')).toContain('no approved capstone project')
      expect(of(at.ada).option_ids).toEqual([options.find((o) => o.name === 'Priya Raman')!.id])
    } finally {
      await at.fixture.rows(`update public.preceptors set license_expires_on = $2 where id = $1`, [
        at.named.lee.id,
        addDays(at.today, 400),
      ])
    }
  })

  it('publishes all or nothing: a preceptor asked for someone else in the meantime prevents it', async () => {
    const ada = await approved(at.ada)
    const { id, options } = await open()
    await choose(at.ada, id, [options[0]!.id])
    await close(id)
    const found = await run(id, { place_everyone: false })
    const other = await at.awaiting(at.ben)
    const taken = found.placements.flatMap((one) => one.option_ids)[0]
    const name = options.find((option) => option.id === taken)!.name
    await at.nominate(other, name === 'Lee Moss' ? at.named.lee.id : at.named.priya.id)
    expect(await publish(found.id)).toMatchObject({ status: 'failed' })
    expect(await at.get(ada)).toMatchObject({ status: 'approved', nominations: [] })
  })
})
