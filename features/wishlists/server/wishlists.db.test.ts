/** Wishlists on the real database: who sees and ranks what until when, and what the school does with them. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createWishing, type Wishing } from './fake.ts'

let at: Wishing
beforeAll(async () => {
  at = await createWishing()
})
afterAll(() => at.world.close())

const NOT_THEIRS = /sign in|may not|find that wishlist|no shifts in this semester/i
const mine = async (who: Person | null) => call(at.api.mine, undefined, await at.as(who))
const get = async (id: string, who: Person = at.people.ana) => call(at.api.get, { id }, await at.as(who))
const key = (id: string) => ({ id, idempotency_key: randomUUID() })

describe('a student', () => {
  it('sees an announced wishlist of the own cohort, with its rotations, and ranks them; each change replaces the last', async () => {
    const { id, options } = await at.open()
    const [ada, ben] = at.students
    const [own] = (await mine(ada!)).filter((wishlist) => wishlist.id === id)
    expect(own).toMatchObject({ phase: 'open', min_choices: 2, max_choices: 2, choices: [] })
    expect(own!.options.map(({ name, shift_count, seats }) => [name, shift_count, seats])).toEqual([
      [expect.any(String), 2, 1],
      [expect.any(String), 2, 2],
      [expect.any(String), 2, 3],
    ])
    await at.choose(ada!, id, [options[2]!, options[0]!])
    const changed = await at.choose(ada!, id, [options[1]!])
    expect(changed.choices).toEqual([{ option_id: options[1], comment: null }])
    await at.choose(ben!, id, [options[1]!, options[0]!])
    expect((await mine(ada!)).find((wishlist) => wishlist.id === id)!.choices).toHaveLength(1)
    expect(await get(id)).toMatchObject({
      student_count: 3,
      started_count: 2,
      complete_count: 1,
      participants: [
        { full_name: 'Ada Able', progress: 'in_progress', by_school: false },
        { full_name: 'Ben Bright', progress: 'complete' },
        { full_name: 'Cora Clear', progress: 'not_started', changed_at: null },
      ],
      options: [
        { first_choices: 0, requests: 1 },
        { first_choices: 2, requests: 2 },
        { first_choices: 0, requests: 0 },
      ],
    })
  })

  it('sees and ranks it before its semester is active', async () => {
    const { id, options } = await at.open()
    const active = (is: boolean) =>
      at.world.rows('update public.semesters set is_active = $2 where id = $1', [at.semesters[at.school], is])
    await active(false)
    try {
      const chosen = await at.choose(at.students[0]!, id, [options[0]!])
      expect(chosen).toMatchObject({ phase: 'open', semester_name: '', choices: [{ option_id: options[0] }] })
    } finally {
      await active(true)
    }
  })

  it('ranks no more than allowed, nothing of another wishlist, nothing before it opens or after it closed', async () => {
    const { id, options } = await at.open()
    const other = await at.open()
    const [ada] = at.students
    await expect(at.choose(ada!, id, options)).rejects.toThrow('Choose 2 at most')
    await expect(at.choose(ada!, id, [other.options[0]!])).rejects.toThrow('not on this wishlist')
    await at.choose(ada!, id, [options[0]!])
    await at.close(id)
    await expect(at.choose(ada!, id, [options[1]!])).rejects.toThrow('has closed')
    expect((await mine(ada!)).find((wishlist) => wishlist.id === id)).toMatchObject({
      phase: 'closed',
      choices: [{ option_id: options[0] }],
    })
    const later = await at.open({ opens_on: addDays(at.today, 2) })
    await expect(at.choose(ada!, later.id, [later.options[0]!])).rejects.toThrow('is not open')
  })

  it('of another cohort, another school, or nobody sees none of it', async () => {
    const { id, options } = await at.open()
    const stranger = await at.world.person({ role: 'student', school: at.otherSchool })
    for (const who of [at.outsider, stranger]) {
      expect((await mine(who)).map((wishlist) => wishlist.id)).not.toContain(id)
      await expect(at.choose(who, id, [options[0]!])).rejects.toThrow('find that wishlist')
    }
    for (const who of [null, at.people.marcus, at.people.frank])
      await expect(at.choose(who, id, [options[0]!])).rejects.toThrow(NOT_THEIRS)
    const draft = await at.create()
    expect((await mine(at.students[0]!)).map((wishlist) => wishlist.id)).not.toContain(draft.id)
  })

  it('cannot reach around the rules: the database itself refuses', async () => {
    const { id, options } = await at.open()
    const [ada, ben] = at.students
    const insert = (who: Person, student: Person, option: string, rank = 1) =>
      at.world.act(who, (tx) =>
        tx
          .insertInto('wishlist_choices')
          .values({ campaign_id: id, student_id: student.id, option_id: option, school_id: at.school, rank })
          .execute(),
      )
    await expect(insert(ada!, ben!, options[0]!)).rejects.toThrow('row-level security')
    await expect(insert(ada!, ada!, options[0]!, 3)).rejects.toThrow('wishlist.choice_unknown')
    await expect(insert(at.outsider, at.outsider, options[0]!)).rejects.toThrow('wishlist.choice_unknown')
    await insert(ada!, ada!, options[0]!)
    await at.close(id)
    await expect(insert(ada!, ada!, options[1]!, 2)).rejects.toThrow('wishlist.not_open')
    await expect(
      at.world.act(ada!, (tx) => tx.deleteFrom('wishlist_choices').where('campaign_id', '=', id).execute()),
    ).rejects.toThrow('wishlist.not_open')
  })
})

describe('what a student adds', () => {
  const declare = async (who: Person, id: string, more: object) =>
    call(at.api.declare, { ...key(id), ...more }, await at.as(who))

  it('shows distances, clashes and open hours, and a hardship counts once the school has verified it', async () => {
    const { id, options } = await at.open({ allow_hardship: true })
    const [ada] = at.students as [Person]
    await at.world.rows(
      `update public.wishlist_options set latitude = 43.0389, longitude = -87.9065 where campaign_id = $1`,
      [id],
    )
    await at.world.rows(
      `insert into public.postal_codes (postal_code, city, state, latitude, longitude) values ('60601', 'Chicago', 'IL', 41.8858, -87.6181)
       on conflict (postal_code) do nothing`,
    )
    const told = await declare(ada, id, {
      postal_code: '60601',
      hardship_kind: 'health',
      hardship_detail: 'Dialysis on Tuesdays.',
      conflicts: [{ option_id: options[0]!, kind: 'relative' }],
    })
    expect(told.declaration).toMatchObject({ hardship_status: 'declared', conflicts: [{ kind: 'relative' }] })
    expect(told.options[0]).toMatchObject({ miles: 81, clashes_on: null, hours_needed: expect.any(Number) })

    const decide = async (who: Person, is_verified: boolean) =>
      call(at.api.decideHardship, { ...key(id), student_id: ada.id, is_verified }, await at.as(who))
    for (const who of [at.people.rob, ada, at.people.marcus])
      await expect(decide(who, true)).rejects.toThrow(NOT_THEIRS)
    const decided = await decide(at.people.ana, true)
    expect(decided.participants.find((p) => p.student_id === ada.id)!.hardship).toEqual({
      kind: 'health',
      detail: 'Dialysis on Tuesdays.',
      status: 'verified',
    })
    // Another ZIP code leaves it verified; other words are decided anew.
    const same = { hardship_kind: 'health', hardship_detail: 'Dialysis on Tuesdays.' }
    expect((await declare(ada, id, { ...same, conflicts: [] })).declaration.hardship_status).toBe('verified')
    expect(
      (await declare(ada, id, { ...same, hardship_detail: 'Now on Mondays.' })).declaration.hardship_status,
    ).toBe('declared')
  })

  it('is refused where it is not asked for, unknown, late, or somebody else’s', async () => {
    const { id } = await at.open()
    const other = await at.open()
    const [ada, ben] = at.students as [Person, Person]
    await expect(declare(ada, id, { hardship_kind: 'health' })).rejects.toThrow('takes no hardship')
    await expect(declare(ada, id, { postal_code: '00000' })).rejects.toThrow('find that ZIP code')
    await expect(
      declare(ada, id, { conflicts: [{ option_id: other.options[0]!, kind: 'other' }] }),
    ).rejects.toThrow('not on this wishlist')
    await expect(declare(at.outsider, id, {})).rejects.toThrow('find that wishlist')
    await expect(
      at.world.act(ada, (tx) =>
        tx
          .insertInto('wishlist_submissions')
          .values({ campaign_id: id, student_id: ben.id, school_id: at.school, conflicts: '[]' })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
    await expect(
      at.world.act(ada, (tx) =>
        tx
          .insertInto('wishlist_submissions')
          .values({
            campaign_id: id,
            student_id: ada.id,
            school_id: at.school,
            hardship_kind: 'health',
            hardship_status: 'verified',
          })
          .execute(),
      ),
    ).rejects.toThrow('wishlist.not_declared')
    await at.close(id)
    await expect(declare(ada, id, {})).rejects.toThrow('has closed')
  })
})

it('counts 23:59:59 of the last day, and 00:00:00 no more, by the clock of the database', async () => {
  const { id, options } = await at.open()
  const [ada] = at.students as [Person]
  const until = (offset: string) =>
    at.world.rows(
      `alter table public.wishlist_campaigns disable trigger guard;
       update public.wishlist_campaigns set closes_at = now() + interval '${offset}' where id = '${id}';
       alter table public.wishlist_campaigns enable trigger guard`,
    )
  await until('1 second')
  await at.choose(ada, id, [options[0]!])
  await until('0 seconds')
  await expect(at.choose(ada, id, [options[1]!])).rejects.toThrow('has closed')
})

describe('the school', () => {
  it('opens at the first instant of the first day and closes after the last of the last one, in its own zone', async () => {
    const { id } = await at.create({ opens_on: '2027-03-10', closes_on: '2027-03-14' })
    const [row] = await at.world.rows<{ opens_at: Date; closes_at: Date; zone: string }>(
      `select w.opens_at, w.closes_at, s.time_zone as zone from public.wishlist_campaigns w join public.schools s on s.id = w.school_id where w.id = $1`,
      [id],
    )
    const local = (instant: Date) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: row!.zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(instant)
    // The clocks go forward on March 14: the day has 23 hours and closes at its midnight all the same.
    expect(local(new Date(row!.opens_at))).toBe('2027-03-10 00:00:00')
    expect(local(new Date(row!.closes_at))).toBe('2027-03-15 00:00:00')
    expect(local(new Date(Date.parse(String(row!.closes_at)) - 1000))).toBe('2027-03-14 23:59:59')
  })

  it('announces, reminds who is missing, extends, and enters choices for someone after it closed', async () => {
    const { id, options } = await at.open({ name: 'Spring rotations' })
    const [ada, ben, cora] = at.students
    const titles = async (who: Person) =>
      (await receivedBy(at.world, who)).map(({ title }) => title).filter((title) => title.includes('Spring'))
    expect(await titles(ada!)).toEqual(['Spring rotations: rank your rotations'])
    await at.choose(ada!, id, options.slice(0, 2))
    expect(await call(at.api.remind, key(id), await at.as(at.people.ana))).toEqual({ notified: 2 })
    expect(await call(at.api.remind, key(id), await at.as(at.people.ana))).toEqual({ notified: 0 })
    expect(await titles(ada!)).toHaveLength(1)
    expect(await titles(ben!)).toContain('Spring rotations: your choices are missing')
    await at.close(id)
    const chooseFor = async (who: Person) =>
      call(
        at.api.chooseFor,
        { ...key(id), student_id: cora!.id, choices: [{ option_id: options[2]!, comment: null }] },
        await at.as(who),
      )
    const entered = (await chooseFor(at.people.ana)).participants.find((p) => p.student_id === cora!.id)
    expect(entered).toMatchObject({ progress: 'in_progress', by_school: true })
    for (const who of [at.people.rob, at.people.marcus, ada!])
      await expect(chooseFor(who)).rejects.toThrow(NOT_THEIRS)
    const extend = async (closes_on: string, who: Person = at.people.ana) =>
      call(at.api.extend, { ...key(id), closes_on }, await at.as(who))
    await expect(extend(addDays(at.today, -1))).rejects.toThrow('Choose a day after')
    await expect(extend(addDays(at.today, 3), at.people.rob)).rejects.toThrow('find that wishlist')
    expect(await extend(addDays(at.today, 3))).toMatchObject({ phase: 'open' })
    expect(await titles(ben!)).toContain('Spring rotations is open longer')
    await at.choose(ben!, id, [options[0]!])
  })

  it('takes a wishlist back only while nobody has chosen, and changes no option once it was announced', async () => {
    const { id, options } = await at.open()
    const takeBack = async () => call(at.api.takeBack, key(id), await at.as(at.people.ana))
    expect(await takeBack()).toMatchObject({ status: 'draft' })
    await at.announce(id)
    await at.choose(at.students[0]!, id, [options[0]!])
    await expect(takeBack()).rejects.toThrow('Students have made choices')
    await expect(
      at.world.act(at.people.ana, (tx) =>
        tx.updateTable('wishlist_campaigns').set({ status: 'archived' }).where('id', '=', id).execute(),
      ),
    ).resolves.toBeDefined()
    await expect(
      at.world.act(at.people.ana, (tx) =>
        tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow('step.illegal')
  })

  it('offers its own rotations, and no other school reads or makes a wishlist of it', async () => {
    const found = await call(
      at.api.rotations,
      { semester_id: at.semesters[at.school]! },
      await at.as(at.people.ana),
    )
    expect(found.map((rotation) => rotation.rotation_id).sort()).toEqual([...at.rotations].sort())
    expect(found[0]).toMatchObject({ shift_count: 2, seats: 1, place: expect.stringContaining('North') })
    const { id } = await at.create()
    await expect(get(id, at.people.rob)).rejects.toThrow('find that wishlist')
    await expect(at.create({}, at.people.rob)).rejects.toThrow(NOT_THEIRS)
    await expect(at.create({ rotation_ids: [randomUUID()], min_choices: 1 })).rejects.toThrow(
      'no shifts in this semester',
    )
    expect((await call(at.api.list, undefined, await at.as(at.people.rob))).length).toBe(0)
  })
})
