/** Preceptors on the real database: a facility invites them, each keeps their own profile, and partner schools see them. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { preceptorHandlers } from './handlers.ts'

let at: ShiftFixture
let priya: Person
const api = preceptorHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
  priya = await at.fixture.person({ role: 'facility_admin', facility: at.ward, fullName: 'Priya Raman' })
  await at.fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, granted_by) values ($1, $2, 'capstone_preceptor', $3)`,
    [priya.id, at.ward, at.people.sam.id],
  )
})
afterAll(() => at.fixture.close())

const NOT_THEIRS = /sign in|may not|can’t find that preceptor|site or unit of your facility/i
const invite = async (who: Person | null, email: string, facility_id = at.ward) =>
  call(
    api.invite,
    { id: randomUUID(), idempotency_key: randomUUID(), facility_id, full_name: 'Lee Moss', email },
    await at.as(who),
  )
const listed = async (who: Person | null) =>
  (await call(api.list, {}, await at.as(who))).map(({ email }) => email)

describe('a facility', () => {
  it('invites someone once; a person with an account there signs in, others answer by links', async () => {
    const lee = await invite(at.people.frank, 'lee@river.example')
    expect(lee).toMatchObject({ has_account: false, load: 0 })
    const mails = () =>
      at.fixture.rows<{ to_address: string; subject: string; body_text: string }>(
        `select to_address, subject, body_text from priv.mails where kind = 'preceptor_invited'`,
      )
    expect(await mails()).toMatchObject([
      { to_address: 'lee@river.example', subject: '5 East invites you to be a preceptor' },
    ])
    expect((await mails())[0]!.body_text).toContain('Test facility_admin added you as a preceptor')
    // No one sends it again, or a text of their own to someone on the list.
    await at.fixture.act(at.people.frank, (tx) =>
      sql`select app.link_preceptor_account(${lee.id}::uuid, 'Buy', 'now', '<p>now</p>')`.execute(tx),
    )
    await expect(invite(at.people.frank, 'LEE@river.example')).rejects.toThrow('already a preceptor here')
    const own = await invite(at.people.frank, priya.email)
    expect(own).toMatchObject({ has_account: true })
    expect((await receivedBy(at.fixture, priya)).map(({ title }) => title)).toEqual([
      'You are a preceptor at 5 East',
    ])
    expect(await mails()).toHaveLength(1)
    const mine = await call(api.mine, undefined, await at.as(priya))
    expect(mine.map(({ id }) => id)).toEqual([own.id])
  })

  it('invites no one elsewhere, and no one else invites anyone there', async () => {
    await expect(invite(at.people.frank, 'far@other.example', at.elsewhere)).rejects.toThrow(NOT_THEIRS)
    for (const who of [at.people.eve, at.people.ana, at.people.marcus, null])
      await expect(invite(who, 'x@river.example')).rejects.toThrow(NOT_THEIRS)
  })

  it('is seen with its preceptors by partner schools, and by no other facility', async () => {
    for (const who of [at.people.ana, at.people.rob, at.people.marcus, at.people.frank])
      expect(await listed(who)).toContain('lee@river.example')
    expect(await listed(at.people.eve)).toEqual([])
    const stranger = await at.fixture.person({
      role: 'school_admin',
      school: await at.fixture.school('No partner'),
    })
    expect(await listed(stranger)).toEqual([])
  })
})

describe('a profile', () => {
  it('is changed by its preceptor and the facility, by no one else, and not over a newer version', async () => {
    const [mine] = await call(api.mine, undefined, await at.as(priya))
    const { id, version, full_name } = mine!
    const save = async (who: Person | null, seen = version) =>
      call(
        api.save,
        { id, version: seen, full_name, max_students: 2, idempotency_key: randomUUID() },
        await at.as(who),
      )
    for (const who of [at.people.eve, at.people.ana, null])
      await expect(save(who)).rejects.toThrow(NOT_THEIRS)
    expect(await save(priya)).toMatchObject({ max_students: 2 })
    await expect(save(at.people.frank)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Priya Raman changed this profile in the meantime.',
      data: {
        kind: 'version',
        sent_version: version,
        current: { id, max_students: 2, version: version + 1 },
        changes: [{ version: version + 1, by: 'Priya Raman', is_me: false }],
      },
    })
    await expect(save(priya)).rejects.toThrow('You changed this profile in another tab or window.')
    expect(await save(at.people.frank, version + 1)).toMatchObject({ version: version + 2 })
  })
})
