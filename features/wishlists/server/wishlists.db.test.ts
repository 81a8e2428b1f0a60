/** Wishlists on the real database: who sees and ranks what until when, and what the school does with them. */
import { createHash, randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { decideHardship } from './commands/decide-hardship.ts'
import type { Choice } from '../contract.ts'
import { sendDueNotices } from './commands/send-due-notices.ts'
import { createWishlistFixture, type WishlistFixture } from './fake.ts'

let at: WishlistFixture
beforeAll(async () => {
  at = await createWishlistFixture()
})
afterAll(() => at.fixture.close())

const NOT_THEIRS = /sign in|may not|find that wishlist|no longer has shifts in this semester/i
const mine = async (who: Person | null) => call(at.api.mine, undefined, await at.as(who))
const get = async (id: string, who: Person = at.people.ana) => call(at.api.get, { id }, await at.as(who))
const key = (id: string) => ({ id, idempotency_key: randomUUID() })

describe('a student', () => {
  it('sees an announced wishlist of their cohort with its rotations, and ranks them; each change replaces the last', async () => {
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

  it('replaces only the ranking that was on screen; one sent twice is saved once', async () => {
    const { id, options } = await at.open()
    const [ada] = at.students as [Person]
    const list = (...ids: string[]) => ids.map((option_id) => ({ option_id, comment: null }))
    const choose = async (choices: Choice[], seen: Choice[]) =>
      call(at.api.choose, { ...key(id), choices, seen }, await at.as(ada))
    const [one, two] = [list(options[0]!), list(options[0]!, options[1]!)]
    await choose(one, [])
    await choose(two, one)
    // A page that has been open since yesterday.
    await expect(choose(list(options[2]!), [])).rejects.toMatchObject({
      data: { code: 'wishlist.chosen_anew' },
      message: expect.stringContaining('on another page or by your school'),
    })
    // The answer to the first attempt was lost.
    expect((await choose(two, one)).choices).toEqual(two)
    expect((await choose([], two)).choices).toEqual([])
  })

  it('sees and ranks it before its semester is active', async () => {
    const { id, options } = await at.open()
    const active = (is: boolean) =>
      at.fixture.rows('update public.semesters set is_active = $2 where id = $1', [
        at.semesters[at.school],
        is,
      ])
    await active(false)
    try {
      const chosen = await at.choose(at.students[0]!, id, [options[0]!])
      expect(chosen).toMatchObject({ phase: 'open', semester_name: '', choices: [{ option_id: options[0] }] })
    } finally {
      await active(true)
    }
  })

  it('ranks no more than allowed, nothing of another wishlist, nothing before it opens or after it closes', async () => {
    const { id, options } = await at.open()
    const other = await at.open()
    const [ada] = at.students
    await expect(at.choose(ada!, id, options)).rejects.toThrow('Choose at most 2')
    await expect(at.choose(ada!, id, [other.options[0]!])).rejects.toThrow('no longer on this wishlist')
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

  it('of another cohort or school, or an anonymous caller, sees none of it', async () => {
    const { id, options } = await at.open()
    const stranger = await at.fixture.person({ role: 'student', school: at.otherSchool })
    for (const who of [at.outsider, stranger]) {
      expect((await mine(who)).map((wishlist) => wishlist.id)).not.toContain(id)
      await expect(at.choose(who, id, [options[0]!])).rejects.toThrow('find that wishlist')
    }
    for (const who of [null, at.people.marcus, at.people.frank])
      await expect(at.choose(who, id, [options[0]!])).rejects.toThrow(NOT_THEIRS)
    const draft = await at.create()
    expect((await mine(at.students[0]!)).map((wishlist) => wishlist.id)).not.toContain(draft.id)
  })

  it("can't bypass the rules: the database itself refuses", async () => {
    const { id, options } = await at.open()
    const [ada, ben] = at.students
    const insert = (who: Person, student: Person, option: string, rank = 1) =>
      at.fixture.act(who, (tx) =>
        tx
          .insertInto('wishlist_choices')
          .values({ campaign_id: id, student_id: student.id, option_id: option, school_id: at.school, rank })
          .execute(),
      )
    await expect(insert(ada!, ben!, options[0]!)).rejects.toThrow('row-level security')
    const other = await at.open()
    await expect(insert(ada!, ada!, options[0]!, 3)).rejects.toThrow('row-level security')
    await expect(insert(ada!, ada!, other.options[0]!)).rejects.toThrow('row-level security')
    for (const who of [at.outsider, at.people.ana])
      await expect(insert(who, at.outsider, options[0]!)).rejects.toThrow('row-level security')
    await insert(ada!, ada!, options[0]!)
    await at.close(id)
    await expect(insert(ada!, ada!, options[1]!, 2)).rejects.toThrow('row-level security')
    await at.fixture.act(ada!, (tx) =>
      tx.deleteFrom('wishlist_choices').where('campaign_id', '=', id).execute(),
    )
    expect(
      await at.fixture.rows('select from public.wishlist_choices where campaign_id = $1', [id]),
    ).toHaveLength(1)
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow('row-level security')
  })
})

describe('what a student adds', () => {
  const declare = async (who: Person, id: string, more: object) =>
    call(at.api.declare, { ...key(id), ...more }, await at.as(who))

  const declaredBy = async ({ id: student_id }: Person, id: string) => {
    const [row] = await at.fixture.rows<{ version: number }>(
      'select version from public.wishlist_submissions where campaign_id = $1 and student_id = $2',
      [id, student_id],
    )
    return { ...key(id), student_id, version: row!.version }
  }

  it('a hardship or conflict is decided only as the school read it, and other changes keep the decision', async () => {
    const { id, options } = await at.open({ allow_hardship: true })
    const [ada] = at.students as [Person]
    const conflicts = [{ option_id: options[0]!, kind: 'employer' }]
    const facts = { hardship_kind: 'health', hardship_detail: 'Dialysis on Tuesdays.', conflicts }
    await declare(ada, id, facts)
    const read = await declaredBy(ada, id)
    expect((await get(id)).participants.find((p) => p.student_id === ada.id)).toMatchObject({
      declared_version: read.version,
    })
    await declare(ada, id, { ...facts, hardship_detail: 'Child care.' })
    const anew = { data: { code: 'wishlist.declared_anew' } }
    const ana = await at.as(at.people.ana)
    await expect(call(at.api.decideHardship, { ...read, is_verified: true }, ana)).rejects.toMatchObject(anew)
    const allowed = { ...read, option_id: options[0]!, is_allowed: true }
    await expect(call(at.api.decideConflict, allowed, ana)).rejects.toMatchObject(anew)
    const withdrawn = { ...read, student_id: at.students[1]!.id }
    await expect(call(at.api.decideHardship, { ...withdrawn, is_verified: true }, ana)).rejects.toMatchObject(
      anew,
    )
    // A ZIP code that is saved while the school verifies waits for it.
    await at.fixture.rows(
      `insert into public.postal_codes (postal_code, city, state, latitude, longitude) values ('60601', 'Chicago', 'IL', 41.8858, -87.6181)
       on conflict (postal_code) do nothing`,
    )
    const seen = await declaredBy(ada, id)
    const [saved] = await at.fixture.act(at.people.ana, async (tx) => {
      await decideHardship(tx, at.people.ana.id, { ...seen, is_verified: true })
      const saving = declare(ada, id, { ...facts, hardship_detail: 'Child care.', postal_code: '60601' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      return [saving]
    })
    expect((await saved!).declaration).toMatchObject({ hardship_status: 'verified', postal_code: '60601' })
  })

  it('shows distances, clashes and needed hours, and a hardship counts once the school has verified it', async () => {
    const { id, options } = await at.open({ allow_hardship: true })
    const [ada] = at.students as [Person]
    await at.fixture.rows(
      `update public.wishlist_options set latitude = 43.0389, longitude = -87.9065 where campaign_id = $1`,
      [id],
    )
    await at.fixture.rows(
      `insert into public.postal_codes (postal_code, city, state, latitude, longitude) values ('60601', 'Chicago', 'IL', 41.8858, -87.6181)
       on conflict (postal_code) do nothing`,
    )
    const declared = await declare(ada, id, {
      postal_code: '60601',
      hardship_kind: 'health',
      hardship_detail: 'Dialysis on Tuesdays.',
      conflicts: [{ option_id: options[0]!, kind: 'relative' }],
    })
    expect(declared.declaration).toMatchObject({
      hardship_status: 'declared',
      conflicts: [{ kind: 'relative' }],
    })
    expect(declared.options[0]).toMatchObject({
      miles: 81,
      clashes_on: null,
      hours_needed: expect.any(Number),
    })

    const decide = async (who: Person, is_verified: boolean) =>
      call(at.api.decideHardship, { ...(await declaredBy(ada, id)), is_verified }, await at.as(who))
    for (const who of [at.people.rob, ada, at.people.marcus])
      await expect(decide(who, true)).rejects.toThrow(NOT_THEIRS)
    const decided = await decide(at.people.ana, true)
    expect(decided.participants.find((p) => p.student_id === ada.id)!.hardship).toEqual({
      kind: 'health',
      detail: 'Dialysis on Tuesdays.',
      status: 'verified',
      files: [],
    })
    // Another ZIP code leaves it verified; a changed text must be verified again.
    const same = { hardship_kind: 'health', hardship_detail: 'Dialysis on Tuesdays.' }
    expect((await declare(ada, id, { ...same, conflicts: [] })).declaration.hardship_status).toBe('verified')
    expect(
      (await declare(ada, id, { ...same, hardship_detail: 'Now on Mondays.' })).declaration.hardship_status,
    ).toBe('declared')
  })

  it('shows hardship documents only to people who verify it, and new ones need verification', async () => {
    const { id } = await at.open({ allow_hardship: true })
    const [ada, ben] = at.students as [Person, Person]
    const [file] = await at.fixture.rows<{ id: string }>(
      `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
       values (gen_random_uuid(), $1, $2, $2, 'hardship', 'Letter.pdf', 'ready', 10, 'application/pdf', 10, repeat('b', 64), 1, 'k', decode(repeat('0', 32), 'hex')) returning id`,
      [at.school, ada.id],
    )
    const facts = { hardship_kind: 'health', hardship_detail: 'Dialysis.', conflicts: [] }
    const declared = await declare(ada, id, { ...facts, hardship_file_ids: [file!.id] })
    expect(declared.declaration.hardship_files).toEqual([{ id: file!.id, name: 'Letter.pdf' }])
    const sees = async (who: Person) =>
      (
        await at.fixture.act(who, (tx) =>
          tx.selectFrom('files').select('id').where('id', '=', file!.id).execute(),
        )
      ).length
    expect(await Promise.all([ada, at.people.ana, ben, at.people.rob, at.people.marcus].map(sees))).toEqual([
      1, 1, 0, 0, 0,
    ])
    expect((await get(id)).participants.find((p) => p.student_id === ada.id)!.hardship).toMatchObject({
      files: [{ name: 'Letter.pdf' }],
    })
    await call(
      at.api.decideHardship,
      { ...(await declaredBy(ada, id)), is_verified: true },
      await at.as(at.people.ana),
    )
    expect(
      (await declare(ada, id, { ...facts, hardship_file_ids: [file!.id] })).declaration.hardship_status,
    ).toBe('verified')
    expect((await declare(ada, id, facts)).declaration.hardship_status).toBe('declared')
    await expect(declare(ben, id, { ...facts, hardship_file_ids: [file!.id] })).rejects.toMatchObject({
      data: { code: 'file.missing' },
    })
  })

  it('the school may allow an employer conflict but not a relative, and no student allows it for themselves', async () => {
    const { id, options } = await at.open()
    const [ada] = at.students as [Person]
    const conflicts = [
      { option_id: options[0]!, kind: 'employer' },
      { option_id: options[1]!, kind: 'relative' },
    ]
    await declare(ada, id, { conflicts })
    const allow = async (who: Person, option_id: string, is_allowed = true) =>
      call(at.api.decideConflict, { ...(await declaredBy(ada, id)), option_id, is_allowed }, await at.as(who))
    for (const who of [at.people.rob, ada, at.people.marcus])
      await expect(allow(who, options[0]!)).rejects.toThrow(NOT_THEIRS)
    for (const option of [options[1]!, options[2]!])
      await expect(allow(at.people.ana, option)).rejects.toThrow('Only a conflict with an employer')
    const of = (found: Awaited<ReturnType<typeof allow>>) =>
      found.participants.find((p) => p.student_id === ada.id)!.conflicts.map((one) => one.is_allowed)
    expect(of(await allow(at.people.ana, options[0]!))).toEqual([true, false])
    // Other changes leave it allowed; changed to a relative it is no longer allowed.
    await declare(ada, id, { conflicts: [{ ...conflicts[0]!, kind: 'relative' }] })
    const read = async () => call(at.api.get, { id }, await at.as(at.people.ana))
    expect(of(await read())).toEqual([false])
    expect(of(await allow(at.people.ana, options[0]!, false).catch(read))).toEqual([false])
    await expect(
      at.fixture.act(ada, (tx) =>
        tx
          .updateTable('wishlist_submissions')
          .set({ allowed_options: [options[1]!] })
          .where('campaign_id', '=', id)
          .execute(),
      ),
    ).rejects.toThrow('wishlist.not_yours')
  })

  it('is refused if it is not asked for, unknown, late, or someone else’s', async () => {
    const { id } = await at.open()
    const other = await at.open()
    const hardships = await at.open({ allow_hardship: true })
    const [ada, ben] = at.students as [Person, Person]
    await expect(declare(ada, id, { hardship_kind: 'health' })).rejects.toThrow('doesn’t take hardship')
    await expect(declare(ada, id, { postal_code: '00000' })).rejects.toThrow('find that ZIP code')
    await expect(
      declare(ada, id, { conflicts: [{ option_id: other.options[0]!, kind: 'other' }] }),
    ).rejects.toThrow('no longer on this wishlist')
    await expect(declare(at.outsider, id, {})).rejects.toThrow('find that wishlist')
    await expect(
      at.fixture.act(ada, (tx) =>
        tx
          .insertInto('wishlist_submissions')
          .values({ campaign_id: id, student_id: ben.id, school_id: at.school, conflicts: '[]' })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
    await expect(
      at.fixture.act(ada, (tx) =>
        tx
          .insertInto('wishlist_submissions')
          .values({
            campaign_id: hardships.id,
            student_id: ada.id,
            school_id: at.school,
            hardship_kind: 'health',
            hardship_status: 'verified',
          })
          .execute(),
      ),
    ).rejects.toThrow('wishlist.not_yours')
    await at.close(id)
    await expect(declare(ada, id, {})).rejects.toThrow('has closed')
  })
})

it("accepts 23:59:59 of the last day, but not 00:00:00 after it, by the database's clock", async () => {
  const { id, options } = await at.open()
  const [ada] = at.students as [Person]
  const until = (offset: string) =>
    at.fixture.rows(
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
  it('opens at the first instant of the first day and closes after the last instant of the last one, in its own zone', async () => {
    const { id } = await at.create({ opens_on: '2027-03-10', closes_on: '2027-03-14' })
    const [row] = await at.fixture.rows<{ opens_at: Date; closes_at: Date; zone: string }>(
      `select w.opens_at, w.closes_at, s.time_zone as zone from public.wishlist_campaigns w join public.schools s on s.id = w.school_id where w.id = $1`,
      [id],
    )
    const local = (instant: Date) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: row!.zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(instant)
    // Clocks go forward on March 14: the day has 23 hours and still ends at its midnight.
    expect(local(new Date(row!.opens_at))).toBe('2027-03-10 00:00:00')
    expect(local(new Date(row!.closes_at))).toBe('2027-03-15 00:00:00')
    expect(local(new Date(Date.parse(String(row!.closes_at)) - 1000))).toBe('2027-03-14 23:59:59')
  })

  it('enters choices only over those that it has seen', async () => {
    const { id, options } = await at.open()
    const [ada] = at.students as [Person]
    const chooseFor = async (option_id: string, seen: Choice[]) =>
      call(
        at.api.chooseFor,
        { ...key(id), student_id: ada.id, seen, choices: [{ option_id, comment: null }] },
        await at.as(at.people.ana),
      )
    const now = async () => (await get(id)).participants.find((p) => p.student_id === ada.id)!.choices
    await at.choose(ada, id, options.slice(0, 2))
    const anew = { data: { code: 'wishlist.chosen_anew' } }
    await expect(chooseFor(options[2]!, [])).rejects.toMatchObject(anew)
    const seen = await now()
    await expect(chooseFor(options[2]!, seen.toReversed())).rejects.toMatchObject(anew)
    await chooseFor(options[2]!, seen)
    expect(await now()).toMatchObject([{ option_id: options[2]! }])
    const read = await now()
    const [own] = await Promise.allSettled([
      at.choose(ada, id, options.slice(0, 2)),
      chooseFor(options[1]!, read),
    ])
    expect(own!.status).toBe('fulfilled')
    expect(await now()).toHaveLength(2)
  })

  it('announces, reminds students with missing choices, extends, and enters choices for someone after it closed', async () => {
    const { id, options } = await at.open({ name: 'Spring rotations' })
    const [ada, ben, cora] = at.students
    const titles = async (who: Person) =>
      (await receivedBy(at.fixture, who))
        .map(({ title }) => title)
        .filter((title) => title.includes('Spring'))
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
        { ...key(id), student_id: cora!.id, seen: [], choices: [{ option_id: options[2]!, comment: null }] },
        await at.as(who),
      )
    expect((await get(id)).participants.find((p) => p.student_id === cora!.id)!.choices).toEqual([])
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
    // Another last day on the same day is another notice.
    await extend(addDays(at.today, 5))
    expect((await titles(ben!)).filter((title) => title === 'Spring rotations is open longer')).toHaveLength(
      2,
    )
    await at.choose(ben!, id, [options[0]!])
  })

  it('closes before its last day, once and only its own, and reopens with a later last day', async () => {
    const { id, options } = await at.open()
    const [ada] = at.students
    const close = async (who: Person = at.people.ana) => call(at.api.close, key(id), await at.as(who))
    // It opened today: days are whole.
    await at.fixture.rows(
      'update public.wishlist_campaigns set opens_on = $2, closes_on = $3 where id = $1',
      [id, at.today, addDays(at.today, 9)],
    )
    expect(await close()).toMatchObject({ phase: 'open', closes_on: at.today })
    await expect(close()).rejects.toThrow('closes at the end of today')
    await at.fixture.rows(
      'update public.wishlist_campaigns set opens_on = $2, closes_on = $3 where id = $1',
      [id, addDays(at.today, -5), addDays(at.today, 9)],
    )
    await expect(close(at.people.rob)).rejects.toThrow('find that wishlist')
    for (const who of [at.people.marcus, ada!]) await expect(close(who)).rejects.toThrow(NOT_THEIRS)
    // Two people click at once.
    expect(await Promise.all([close(), close()])).toMatchObject([{ phase: 'closed' }, { phase: 'closed' }])
    expect(await close()).toMatchObject({ phase: 'closed', closes_on: addDays(at.today, -1) })
    await expect(at.choose(ada!, id, [options[0]!])).rejects.toThrow('closed')
    expect((await receivedBy(at.fixture, ada!)).map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/ closes today$/),
    )
    await call(at.api.extend, { ...key(id), closes_on: addDays(at.today, 9) }, await at.as(at.people.ana))
    await at.choose(ada!, id, [options[0]!])
  })

  it('does not take back a wishlist in which a student declared a conflict of interest', async () => {
    const { id, options } = await at.open()
    const declared = { ...key(id), conflicts: [{ option_id: options[0]!, kind: 'relative' as const }] }
    await call(at.api.declare, declared, await at.as(at.students[0]!))
    await expect(call(at.api.takeBack, key(id), await at.as(at.people.ana))).rejects.toThrow(
      'Students have added something',
    )
  })

  it('announces no draft whose last day is past', async () => {
    const draft = await at.create()
    await at.close(draft.id)
    const titles = async () => (await receivedBy(at.fixture, at.students[0]!)).length
    const before = await titles()
    await expect(at.announce(draft.id)).rejects.toThrow('last day of this wishlist is past')
    expect(await titles()).toBe(before)
    expect(await get(draft.id)).toMatchObject({ phase: 'draft' })
  })

  it('takes a wishlist back only while no one has chosen, and changes no option once it is announced', async () => {
    const { id, options } = await at.open()
    const takeBack = async () => call(at.api.takeBack, key(id), await at.as(at.people.ana))
    expect(await takeBack()).toMatchObject({ status: 'draft' })
    await at.announce(id)
    await at.choose(at.students[0]!, id, [options[0]!])
    await expect(takeBack()).rejects.toThrow('Students have made choices')
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        tx.updateTable('wishlist_campaigns').set({ status: 'archived' }).where('id', '=', id).execute(),
      ),
    ).resolves.toBeDefined()
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow('step.illegal')
  })

  it('offers its own rotations; no other school reads it or makes a wishlist of it', async () => {
    const found = await call(
      at.api.rotations,
      { semester_id: at.semesters[at.school]! },
      await at.as(at.people.ana),
    )
    expect(found.map((rotation) => rotation.rotation_id).sort()).toEqual([...at.rotations].sort())
    expect(found[0]).toMatchObject({ shift_count: 2, seats: 1, location: expect.stringContaining('North') })
    const { id } = await at.create()
    await expect(get(id, at.people.rob)).rejects.toThrow('find that wishlist')
    await expect(at.create({}, at.people.rob)).rejects.toThrow('Choose one of your semesters')
    await expect(
      call(at.api.openings, { semester_id: randomUUID() }, await at.as(at.people.ana)),
    ).rejects.toMatchObject({ data: { code: 'wishlist.semester_unknown' } })
    await expect(at.create({ rotation_ids: [randomUUID()], min_choices: 1 })).rejects.toThrow(
      'no longer has shifts in this semester',
    )
    expect((await call(at.api.list, undefined, await at.as(at.people.rob))).length).toBe(0)
  })

  it('changes a draft, but nothing once it is announced or someone else changed it', async () => {
    const draft = await at.create()
    const change = async (more: object = {}, who: Person = at.people.ana, version = draft.version) =>
      call(
        at.api.change,
        {
          ...key(draft.id),
          version,
          name: 'Spring rotations, second plan',
          semester_id: at.semesters[at.school]!,
          cohort_ids: [at.cohort],
          rotation_ids: at.rotations.slice(1),
          opens_on: at.today,
          closes_on: addDays(at.today, 5),
          ...more,
        },
        await at.as(who),
      )
    await expect(change({}, at.people.rob)).rejects.toThrow('find that wishlist')
    const changed = await change()
    expect(changed).toMatchObject({
      name: 'Spring rotations, second plan',
      source_ids: at.rotations.slice(1),
    })
    // What the form compares, without the students of the cohort.
    const { participants: _students, ...current } = changed
    await expect(change({ min_choices: 1 }, at.people.una)).rejects.toEqual(
      expect.objectContaining({
        code: 'CONFLICT',
        message: expect.stringMatching(/ changed this wishlist in the meantime: .*name\.$/),
        data: {
          kind: 'version',
          sent_version: draft.version,
          current,
          changes: [expect.objectContaining({ version: changed.version, is_me: false })],
        },
      }),
    )
    await expect(change({ min_choices: 3 }, at.people.ana, changed.version)).rejects.toThrow('2 rotations')
    const { version } = await at.announce(draft.id)
    await expect(change({}, at.people.ana, version)).rejects.toThrow('its options can’t change')
    // Nor directly in the database.
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        tx
          .updateTable('wishlist_campaigns')
          .set({ cohort_ids: [randomUUID()] })
          .where('id', '=', draft.id)
          .execute(),
      ),
    ).rejects.toThrow('wishlist.not_draft')
    const removed = await at.fixture.act(at.people.ana, (tx) =>
      tx.deleteFrom('wishlist_options').where('campaign_id', '=', draft.id).returning('id').execute(),
    )
    expect(removed).toEqual([])
  })

  it('archives only a wishlist that has closed', async () => {
    const { id } = await at.open()
    const archive = async (who: Person = at.people.ana) => call(at.api.archive, key(id), await at.as(who))
    await expect(archive()).rejects.toThrow('once it has closed')
    await at.close(id)
    await expect(archive(at.people.rob)).rejects.toThrow('find that wishlist')
    expect(await archive()).toMatchObject({ phase: 'archived' })
    expect(await archive()).toMatchObject({ phase: 'archived' })
  })
})

describe('a facility that ranks students', () => {
  const toRank = async (who: Person | null = at.people.frank) =>
    call(at.api.toRank, undefined, await at.as(who))
  const of = async (id: string, who: Person = at.people.frank) =>
    (await toRank(who)).find((one) => one.id === id)
  const rank = async (id: string, keys: readonly string[], who: Person = at.people.frank) =>
    call(at.api.rankStudents, { ...key(id), keys: [...keys] }, await at.as(who))
  /** Ada chose both options, Ben one. */
  const chosen = async () => {
    const found = await at.open({ partners_rank: true })
    await at.choose(at.students[0]!, found.id, found.options.slice(0, 2))
    await at.choose(at.students[1]!, found.id, found.options.slice(1, 2))
    return found
  }

  it('reads numbers but no names or choice numbers once the wishlist is closed, and its ranking is saved', async () => {
    const { id, options } = await chosen()
    expect(await of(options[1]!)).toBeUndefined()
    await at.close(id)
    const found = (await of(options[1]!))!
    expect(found).toMatchObject({ wishlist: 'Fall rotations', seats: 2 })
    expect(found.students.map(({ number, is_ranked }) => [number, is_ranked])).toEqual([
      [1, false],
      [2, false],
    ])
    const text = JSON.stringify(await toRank())
    for (const secret of ['Ada', 'Ben', ...at.students.map((one) => one.id)])
      expect(text).not.toContain(secret)
    // No one who knows a student from a released roster can compute the student's key.
    for (const one of at.students) {
      const guess = createHash('sha256').update(`${options[1]!} ${one.id}`).digest('hex')
      expect(text).not.toContain(guess.slice(0, 32))
    }
    // The same student has another key at another facility.
    const [other] = (await of(options[0]!))!.students
    expect(found.students.map((one) => one.key)).not.toContain(other!.key)
    const [first, second] = found.students.map((one) => one.key) as [string, string]
    const saved = await rank(options[1]!, [second])
    expect(saved.students.map((one) => [one.key, one.is_ranked])).toEqual([
      [second, true],
      [first, false],
    ])
    await rank(options[1]!, [second, first])
    expect((await get(id)).options.map(({ ranked }) => ranked)).toEqual([0, 2, 0])
  })

  it('replaces only the ranking that was on screen', async () => {
    const { id, options } = await chosen()
    await at.close(id)
    const [first, second] = (await of(options[1]!))!.students.map((one) => one.key) as [string, string]
    const replace = async (keys: string[], seen: string[]) =>
      call(at.api.rankStudents, { ...key(options[1]!), keys, seen }, await at.as(at.people.frank))
    await replace([second], [])
    await expect(replace([first], [])).rejects.toThrow('someone else changed the list')
    await replace([second], [])
    await replace([second, first], [second])
  })

  it('ranks only students who chose its option, each once, and only its own options', async () => {
    const { id, options } = await chosen()
    await at.close(id)
    const [first] = (await of(options[1]!))!.students.map((one) => one.key) as [string]
    for (const keys of [['0'.repeat(32)], [first, first]])
      await expect(rank(options[1]!, keys)).rejects.toThrow('someone else changed the list')
    await expect(rank(options[0]!, [first])).rejects.toThrow('someone else changed the list')
    expect(await of(options[1]!, at.people.eve)).toBeUndefined()
    await expect(rank(options[1]!, [first], at.people.eve)).rejects.toThrow('someone else changed the list')
    for (const who of [null, at.people.ana, at.students[0]!])
      await expect(rank(options[1]!, [first], who as Person)).rejects.toThrow(NOT_THEIRS)
    const around = (who: Person) =>
      at.fixture.act(who, (tx) =>
        tx
          .updateTable('wishlist_options')
          .set({ student_order: [] })
          .where('id', '=', options[1]!)
          .returning('id')
          .execute(),
      )
    for (const who of [at.people.eve, at.people.ana, at.students[0]!]) expect(await around(who)).toEqual([])
    await at.fixture.rows(`update public.wishlist_campaigns set status = 'published' where id = $1`, [id])
    expect(await of(options[1]!)).toBeUndefined()
    await expect(rank(options[1]!, [first])).rejects.toThrow('The school has matched')
  })

  it('is not involved if the wishlist does not ask it to rank', async () => {
    const { id, options } = await at.open()
    await at.choose(at.students[0]!, id, options.slice(0, 2))
    await at.close(id)
    expect(await of(options[0]!)).toBeUndefined()
  })

  it('is notified once, when the wishlist has closed', async () => {
    const { id } = await chosen()
    await at.fixture.rows(`update public.wishlist_campaigns set name = 'Ranked rotations' where id = $1`, [
      id,
    ])
    const round = () => withActor(at.fixture.workerPool, null, sendDueNotices)
    const titles = async (who: Person) =>
      (await receivedBy(at.fixture, who))
        .map(({ title }) => title)
        .filter((title) => title.startsWith('Ranked'))
    await round()
    expect(await titles(at.people.frank)).toEqual([])
    await at.close(id)
    await Promise.all([round(), round()])
    expect(await titles(at.people.frank)).toEqual(['Ranked rotations: rank the students who chose you'])
    expect(await titles(at.people.eve)).toEqual([])
  })

  it('is asked again about students who choose after it ranked: in an extension, or entered by the school', async () => {
    const { id, options } = await chosen()
    await at.fixture.rows(`update public.wishlist_campaigns set name = 'Late rotations' where id = $1`, [id])
    const round = () => withActor(at.fixture.workerPool, null, sendDueNotices)
    const titles = async () =>
      (await receivedBy(at.fixture, at.people.frank))
        .map(({ title }) => title)
        .filter((title) => title.startsWith('Late'))
    const asked = async () => {
      // Known, as long as the same students wait.
      await at.fixture.rows(
        'update public.notifications set dedupe_key = gen_random_uuid()::text where recipient_id = $1',
        [at.people.frank.id],
      )
      const before = (await titles()).length
      await Promise.all([round(), round()])
      return (await titles()).length - before
    }
    await at.close(id)
    expect(await asked()).toBe(1)
    await call(at.api.extend, { ...key(id), closes_on: addDays(at.today, 1) }, await at.as(at.people.ana))
    expect(await asked()).toBe(0)
    await at.choose(at.students[2]!, id, [options[1]!])
    await at.close(id)
    expect(await asked()).toBe(1)

    const enter = async (student: Person, seen: string[], chosenNow: string[]) => {
      const list = (ids: string[]) => ids.map((option_id) => ({ option_id, comment: null }))
      await call(
        at.api.chooseFor,
        { ...key(id), student_id: student.id, seen: list(seen), choices: list(chosenNow) },
        await at.as(at.people.ana),
      )
    }
    const rankAll = async (option: string) =>
      rank(
        option,
        (await of(option))!.students.map((one) => one.key),
      )
    for (const option of [options[0]!, options[1]!]) await rankAll(option)
    const [, ben, cora] = at.students as [Person, Person, Person]
    // The same options in another order.
    await enter(ben, [options[1]!], [options[1]!])
    expect(await asked()).toBe(0)
    await enter(cora, [options[1]!], [options[0]!, options[1]!])
    expect(await asked()).toBe(1)
    expect(await asked()).toBe(0)
    // No facility is asked about a student whom it ranked already.
    await enter(cora, [options[0]!, options[1]!], [options[1]!])
    await enter(cora, [options[1]!], [options[0]!, options[1]!])
    await rankAll(options[0]!)
    expect(await asked()).toBe(0)
  })
})

describe('the scheduler', () => {
  const round = () => withActor(at.fixture.workerPool, null, sendDueNotices)

  it('notifies students once that a wishlist has opened, and 48 hours before its end those who have not finished', async () => {
    const { id, options } = await at.open({ name: 'Winter rotations', opens_on: addDays(at.today, 2) })
    const [ada, ben] = at.students as [Person, Person]
    const titles = async (who: Person) =>
      (await receivedBy(at.fixture, who))
        .map(({ title }) => title)
        .filter((title) => title.includes('Winter'))
    const dates = (from: number, to: number) =>
      at.fixture.rows('update public.wishlist_campaigns set opens_on = $2, closes_on = $3 where id = $1', [
        id,
        addDays(at.today, from),
        addDays(at.today, to),
      ])
    await round()
    expect(await titles(ada)).toEqual(['Winter rotations: rank your rotations'])
    await dates(-1, 5)
    // Two concurrent processes send each notice once.
    await Promise.all([round(), round()])
    await round()
    expect((await titles(ada)).filter((title) => title.startsWith('Wishlist open'))).toHaveLength(1)
    await at.choose(ada, id, options.slice(0, 2))
    await dates(-1, 1)
    await Promise.all([round(), round()])
    await round()
    expect((await titles(ben)).filter((title) => title.endsWith('closes soon'))).toHaveLength(1)
    expect((await titles(ada)).filter((title) => title.endsWith('closes soon'))).toHaveLength(0)
    // A later last day has its own reminder, on another day: the same one is not sent twice a day.
    await dates(-9, -2)
    expect(await round()).toBe(0)
  })

  it('is the only one that marks notices other than the announcement, and reads no choices', async () => {
    await expect(
      withActor(at.fixture.workerPool, null, (tx) => tx.selectFrom('wishlist_choices').selectAll().execute()),
    ).rejects.toThrow('permission denied')
  })
})
