import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays, type PlainDate, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { offerSeats, runDueSeatWork } from '#features/assignments/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftDetail, ShiftFields } from '../contract.ts'
import { fakeShift } from '../fake.ts'
import { shiftHandlers } from './handlers.ts'
import type { Calendar } from './commands/bisect-on-failure.ts'
import { notifyOpenShifts } from './commands/notify-open-shifts.ts'
import { runDueShiftWork } from './commands/run-due-shift-work.ts'

export type ShiftFixture = Awaited<ReturnType<typeof createShiftFixture>>

/** Runs the calendar's work, now or at a given time. */
export async function work(
  at: Pick<ShiftFixture, 'fixture'>,
  now = new Date().toISOString(),
  passOver: Calendar['passOver'] = fail,
) {
  const byWorker = <T>(run: (tx: Tx, calendar: Calendar) => Promise<T>) =>
    withActor(at.fixture.workerPool, null, (tx) => run(tx, { now, passOver }))
  const worked = { ...(await byWorker(runDueShiftWork)), ...(await byWorker(runDueSeatWork)) }
  await offer(at, now, passOver)
  return worked
}
const fail: Calendar['passOver'] = (_id, error) => {
  throw error
}

/** Offers free seats to waitlisted students, as the worker does. */
export async function offer(
  { fixture }: Pick<ShiftFixture, 'fixture'>,
  now = new Date().toISOString(),
  passOver = fail,
): Promise<void> {
  while (await withActor(fixture.workerPool, null, (tx) => offerSeats(tx, { now, passOver })));
}

/** Notifies students of opened shifts, as the worker does. */
export async function notifyOpen({ fixture }: ShiftFixture): Promise<void> {
  while (await withActor(fixture.workerPool, null, notifyOpenShifts));
}

/**
 * Two schools, each with an agreement with one organization (a site and two wards), their people, and a semester each that began a month
 * ago and lasts a year. Shifts are created and changed through the real API.
 */
export async function createShiftFixture() {
  const fixture = await createFixture()
  const api = shiftHandlers()
  // The time zone of schools and units that have none of their own.
  const today = todayIn('America/New_York')
  const school = await fixture.school('Lake School')
  const otherSchool = await fixture.school('Hill School')
  const organization = await fixture.facility({ name: 'River Health' })
  const north = await fixture.facility({ kind: 'site', parent: organization, name: 'North' })
  const ward = await fixture.facility({ kind: 'unit', parent: north, name: '5 East' })
  const icu = await fixture.facility({ kind: 'unit', parent: north, name: 'ICU' })
  const elsewhere = await fixture.facility({ name: 'Other Health' })
  for (const one of [school, otherSchool])
    await fixture.partnership(one, organization, { from: addDays(today, -60), to: addDays(today, 400) })
  await fixture.rows(`update public.organizations set default_lead_time_days = 0`)
  const semesters: Record<string, string> = {}
  for (const one of [school, otherSchool])
    [{ id: semesters[one] }] = (await fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
       values ($1, 'This year', $2, $3, 'custom', '2026–2027', true) returning id`,
      [one, addDays(today, -30), addDays(today, 330)],
    )) as [{ id: string }]
  const people = {
    ana: await fixture.person({ role: 'school_admin', school }),
    una: await fixture.person({ role: 'school_super_admin', school }),
    rob: await fixture.person({ role: 'school_admin', school: otherSchool }),
    frank: await fixture.person({ role: 'facility_admin', facility: organization }),
    eve: await fixture.person({ role: 'facility_admin', facility: elsewhere }),
    marcus: await fixture.person({ role: 'proctor', school }),
    denise: await fixture.person({ role: 'proctor', school }),
    sam: await fixture.person({ role: 'superadmin' }),
  }
  const as = async (who: Person | null) => ({ context: await fixture.as(who) })

  async function draft(
    more: Partial<ShiftFields> & { date?: PlainDate } = {},
    who: Person = people.ana,
  ): Promise<string> {
    const of = who === people.rob ? otherSchool : school
    const id = randomUUID()
    const fields = fakeShift({
      semester_id: semesters[of]!,
      date: addDays(today, 40),
      facility_id: ward,
      ...more,
    })
    await call(api.create, { ...fields, id, school_id: of }, await as(who))
    return id
  }
  const get = async (id: string, who: Person = people.ana): Promise<ShiftDetail> =>
    call(api.get, { id }, await as(who))
  const locked = async (id: string) => {
    const [row] = await fixture.rows<{ version: number }>('select version from public.shifts where id = $1', [
      id,
    ])
    return { id, version: row!.version }
  }
  /** For a command on several shifts with a single one: throws its refusal, so that a test can read it. */
  const only = (outcomes: { ok: boolean; message: string | null }[]): void => {
    if (!outcomes[0]!.ok) throw new Error(outcomes[0]!.message!)
  }
  const submit = async (id: string, who: Person = people.ana) =>
    only(await call(api.submit, { shifts: [await locked(id)] }, await as(who)))
  const approve = async (id: string, seats: number | null = null, who: Person = people.frank) =>
    only(await call(api.approve, { shifts: [await locked(id)], seats }, await as(who)))
  const publish = async (id: string, who: Person = people.ana) =>
    only(await call(api.publish, { shifts: [await locked(id)], to_be_named: true }, await as(who)))
  const cancel = async (id: string, who: Person = people.ana) =>
    only(
      await call(
        api.cancel,
        { shifts: [await locked(id)], code: 'weather', reason: 'A storm.' },
        await as(who),
      ),
    )

  return {
    fixture,
    api,
    today,
    school,
    otherSchool,
    organization,
    north,
    ward,
    icu,
    elsewhere,
    semesters,
    people,
    as,
    draft,
    get,
    locked,
    only,
    submit,
    approve,
    publish,
    cancel,
    /** A shift that students see: drafted, submitted, approved and published. */
    async published(more: Partial<ShiftFields> = {}, who: Person = people.ana): Promise<string> {
      const id = await draft(more, who)
      await submit(id, who)
      await approve(id)
      await publish(id, who)
      return id
    },
    /** Moves a shift in time: its instants, and those of the seats on it. */
    async shiftTime(id: string, startsIn: string): Promise<void> {
      await fixture.rows(
        `with moved as (update public.shifts set date = (now() + $2::interval)::date, starts_at = now() + $2::interval, ends_at = now() + $2::interval + interval '8 hours',
           drop_cutoff_at = now() + $2::interval - interval '48 hours' where id = $1 returning *)
         update public.assignments a set during = tstzrange(m.starts_at, m.ends_at), busy = tstzrange(m.starts_at, m.ends_at) from moved m where a.shift_id = m.id`,
        [id, startsIn],
      )
    },
  }
}
