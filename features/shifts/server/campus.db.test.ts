/** Campus shifts go through their lifecycle without a facility, even as the first command of a database session. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
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

it('is submitted at its hours in the time zone of its unit, or the school’s on campus, also if it was corrected since', async () => {
  const date = addDays(at.today, 52)
  const draft = await at.draft({ date, facility_id: at.icu, start_time: '07:00' })
  const lab = await at.draft({ date, facility_id: null, experience_type: 'skills_lab', start_time: '07:00' })
  const zones = async (zone: string) => {
    await at.fixture.rows('update public.facilities set time_zone = $2 where id = $1', [at.icu, zone])
    await at.fixture.rows('update public.schools set time_zone = $2 where id = $1', [at.school, zone])
  }
  const { time_zone: before } = await at.get(draft)
  await zones('America/Denver')
  for (const id of [draft, lab]) {
    await at.submit(id)
    const sent = await at.get(id)
    const { startsAt } = shiftInstants({ date, start: '07:00', end: '08:00', timeZone: 'America/Denver' })
    expect(sent).toMatchObject({ time_zone: 'America/Denver', start_time: '07:00' })
    expect(Date.parse(sent.starts_at)).toBe(Date.parse(startsAt))
  }
  await zones(before)
})
