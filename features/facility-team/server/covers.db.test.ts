/** Who answers requests while a facility admin is away. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, formatDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { facilityTeamHandlers } from './handlers.ts'

const api = facilityTeamHandlers()
let at: ShiftFixture
let fixture: ShiftFixture['fixture']
let hospital: string
let today: string
let mia: Person
let frank: Person
let olga: Person
let stan: Person
let ulla: Person
let max: Person
beforeAll(async () => {
  at = await createShiftFixture()
  fixture = at.fixture
  const [unit] = await fixture.rows<{ id: string; organization: string }>(
    `select f.id, (select l.id from app.facility_line(f.id) l where l.kind = 'organization' order by l.height limit 1) as organization
     from public.facilities f where f.id = (select s.facility_id from public.shifts s where s.id = $1)`,
    [await at.draft({ date: addDays(at.today, 90) })],
  )
  hospital = unit!.organization
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Fay Facility' })
  olga = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Olga Organizer' })
  mia = await fixture.person({ role: 'facility_admin', facility: unit!.id, fullName: 'Mia Manager' })
  max = await fixture.person({ role: 'facility_admin', facility: unit!.id, fullName: 'Max Manager' })
  const other = await fixture.facility({ name: 'Elsewhere' })
  stan = await fixture.person({ role: 'facility_admin', facility: other, fullName: 'Stan Stranger' })
  const otherUnit = await fixture.facility({ kind: 'site', parent: hospital, name: 'Another Site' })
  ulla = await fixture.person({ role: 'facility_admin', facility: otherUnit, fullName: 'Ulla Other' })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.rows(`update public.approver_covers set ended_at = now() where ended_at is null`)
  const [row] = await fixture.rows<{ today: string }>(
    `select (now() at time zone f.time_zone)::date as today from public.facilities f where f.id = $1`,
    [hospital],
  )
  today = row!.today
})

const context = (by: Person | null) => fixture.as(by)
const days = (from = 0, until = 5) => ({ from_date: addDays(today, from), until_date: addDays(today, until) })
const set = async (by: Person | null, person: Person, cover: Person, when = days()) =>
  call(api.setCover, { person_id: person.id, cover_id: cover.id, ...when }, { context: await context(by) })
const end = async (by: Person | null, id: string) =>
  call(api.endCover, { id }, { context: await context(by) })
const choices = async (by: Person | null, person: Person) =>
  call(api.coverChoices, { person_id: person.id }, { context: await context(by) })
const covering = async (by: Person | null) => call(api.covering, undefined, { context: await context(by) })
const users = async (by: Person) => (await call(api.users, {}, { context: await context(by) })).rows
/** Submits a request and returns a person's notifications about it. */
async function heard(person: Person): Promise<string[]> {
  const id = await at.draft({ date: addDays(at.today, (ahead += 1)) })
  await at.submit(id)
  return (await receivedBy(fixture, person, 'shift_requested'))
    .filter(({ data }) => data.action_url === `/shift/${id}`)
    .map(({ message }) => message)
}
let ahead = 40

describe('a person who is away', () => {
  it('names a colleague they know whose own facility is at or above theirs', async () => {
    const names = async (by: Person) => (await choices(by, mia)).colleagues.map(({ full_name: name }) => name)
    expect(await names(mia)).toEqual(['Max Manager'])
    expect(await names(frank)).toEqual(
      expect.arrayContaining(['Max Manager', 'Fay Facility', 'Olga Organizer']),
    )
    expect(await names(frank)).not.toContain('Ulla Other')
    await set(mia, mia, max)
    for (const cover of [ulla, stan, frank])
      await expect(set(mia, mia, cover, days(7, 8))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const by of [frank, mia])
      expect((await users(by)).find(({ id }) => id === mia.id)).toMatchObject({
        away: { cover_name: 'Max Manager', ...days() },
        may_set_away: true,
      })
    expect((await users(max)).find(({ id }) => id === mia.id)).toMatchObject({ may_set_away: false })
  })

  it('can also be set by those who manage the organization, and by no one else', async () => {
    await set(frank, mia, olga)
    for (const by of [ulla, stan])
      await expect(set(by, mia, olga, days(8, 9))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set(mia, frank, olga, days(8, 9))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set(mia, max, mia, days(8, 9))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const [by, code] of [
      [at.people.ana, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const) {
      await expect(set(by, mia, olga, days(8, 9))).rejects.toMatchObject({ code })
      for (const attempt of [() => covering(by), () => choices(by, mia), () => end(by, mia.id)])
        await expect(attempt()).rejects.toMatchObject({ code })
    }
  })

  it('is never covered twice on one day', async () => {
    await set(frank, mia, frank, days(1, 3))
    await expect(set(olga, mia, olga, days(3, 4))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Mia Manager is already away'),
    })
    const row = [hospital, mia.id, olga.id, addDays(today, 3), addDays(today, 4), mia.id]
    await expect(
      fixture.rows(
        `insert into public.approver_covers (organization_id, person_id, cover_id, cover_name, from_date, until_date, created_by) values ($1, $2, $3, 'Olga Organizer', $4, $5, $6)`,
        row,
      ),
    ).rejects.toMatchObject({ code: '23P01' })
    const both = await Promise.allSettled([
      set(frank, mia, frank, days(10, 12)),
      set(frank, mia, olga, days(12, 13)),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not covered by someone who is away then', async () => {
    await set(frank, frank, olga, days(2, 4))
    await expect(set(frank, mia, frank, days(4, 6))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Fay Facility is away .*Olga Organizer/),
    })
    await set(olga, mia, olga, days(4, 6))
    await expect(set(olga, olga, frank, days(6, 7))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('covers for Mia Manager'),
    })
  })
})

describe('the colleague', () => {
  it("is notified once, with the person's name, and no one else is", async () => {
    await set(frank, mia, frank)
    const [message, ...more] = await heard(frank)
    expect(message).toContain(`For Mia Manager, who is away until ${formatDate(addDays(today, 5), 'long')}.`)
    expect(more).toEqual([])
    expect(await heard(olga)).toEqual([expect.not.stringContaining('Mia')])
    expect(await covering(frank)).toMatchObject([{ person_name: 'Mia Manager', ...days() }])
    expect(await covering(olga)).toEqual([])
  })

  it('is not notified before the first day, after the last, or once it has ended', async () => {
    await set(frank, mia, frank, days(1, 2))
    expect(await heard(frank)).toEqual([expect.not.stringContaining('Mia')])
    await fixture.rows(
      `update public.approver_covers set from_date = from_date - 3, until_date = until_date - 3 where ended_at is null`,
    )
    expect(await heard(frank)).toEqual([expect.not.stringContaining('Mia')])
    expect(await covering(frank)).toEqual([])
    expect((await users(mia)).find(({ id }) => id === mia.id)!.away).toBeNull()
    const { id } = await set(frank, mia, frank)
    expect(await heard(frank)).toEqual([expect.stringContaining('Mia')])
    await expect(end(max, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const by of [ulla, stan]) await expect(end(by, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await end(frank, id)
    await end(mia, id)
    expect(await heard(frank)).toEqual([expect.not.stringContaining('Mia')])
    await set(olga, mia, olga)
  })
})

it('PostgreSQL hides it from schools, other organizations and anonymous callers, and keeps the record unchanged', async () => {
  const { id } = await set(frank, mia, frank)
  const see = (by: Person | null) =>
    fixture.act(by, (tx) => tx.selectFrom('approver_covers').select('id').where('id', '=', id).execute())
  for (const by of [mia, max, frank]) expect(await see(by)).toHaveLength(1)
  for (const by of [at.people.ana, ulla, stan, null]) expect(await see(by)).toEqual([])
  const names = new Map([
    [frank.id, 'Fay Facility'],
    [olga.id, 'Olga Organizer'],
    [ulla.id, 'Ulla Other'],
    [stan.id, 'Stan Stranger'],
    [max.id, 'Max Manager'],
  ])
  const insert = (by: Person, person: Person, cover: Person) =>
    fixture.act(by, (tx) =>
      tx
        .insertInto('approver_covers')
        .values({
          organization_id: hospital,
          person_id: person.id,
          cover_id: cover.id,
          cover_name: names.get(cover.id)!,
          ...days(20, 21),
          created_by: by.id,
        })
        .execute(),
    )
  for (const [by, person, cover] of [
    [mia, mia, ulla],
    [mia, mia, frank],
    [max, mia, max],
    [mia, mia, stan],
    [mia, frank, olga],
    [stan, mia, frank],
    [at.people.ana, mia, frank],
  ] as const)
    await expect(insert(by, person, cover)).rejects.toMatchObject({ code: '42501' })
  await insert(frank, mia, olga)
  await expect(
    fixture.act(mia, (tx) =>
      sql`update public.approver_covers set until_date = until_date + 1 where id = ${id}`.execute(tx),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})
