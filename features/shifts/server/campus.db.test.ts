/** Campus shifts go through their lifecycle without a facility, even as the first command of a database session. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createPool } from '#platform/server/db.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

type Session = Awaited<ReturnType<ShiftFixture['as']>>
let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

/** The context of a person whose statements are the first in their database session. */
async function inFreshSession<T>(work: (as: Session) => Promise<T>): Promise<T> {
  const pool = createPool({ url: at.fixture.database.urlFor('app_rw'), max: 1, name: 'fresh session' })
  try {
    return await work({ context: { ...(await at.fixture.as(at.people.ana)), pool } })
  } finally {
    await pool.end()
  }
}

it.each(['simulation', 'skills_lab', 'orientation'] as const)(
  'a %s on campus is submitted, published and canceled, each in a session of its own',
  async (experience_type) => {
    const id = await at.draft({ date: addDays(at.today, 50), facility_id: null, experience_type })
    const shifts = async () => [await at.locked(id)]
    const steps = [
      async (as: Session) => call(at.api.submit, { shifts: await shifts() }, as),
      async (as: Session) => call(at.api.publish, { shifts: await shifts(), to_be_named: true }, as),
      async (as: Session) =>
        call(at.api.cancel, { shifts: await shifts(), code: 'weather', reason: 'A storm.' }, as),
    ]
    for (const step of steps) expect(await inFreshSession(step)).toMatchObject([{ ok: true, message: null }])
    expect(await at.get(id)).toMatchObject({ status: 'cancelled' })
  },
)

it('submits a whole batch that includes a campus shift', async () => {
  const date = addDays(at.today, 51)
  const ids = [
    await at.draft({ date }),
    await at.draft({ date, facility_id: null, experience_type: 'skills_lab' }),
  ]
  const shifts = await Promise.all(ids.map(at.locked))
  const outcomes = await inFreshSession((as) => call(at.api.submit, { shifts }, as))
  expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
  expect((await at.get(ids[0]!)).status).toBe('pending_facility')
  expect((await at.get(ids[1]!)).status).toBe('approved')
})
