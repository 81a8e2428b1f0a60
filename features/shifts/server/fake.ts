import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays, type PlainDate, todayIn } from '#core/plain-date.ts'
import { createWorld, type Person } from '#database/testing.ts'
import { workOnSeats } from '#features/assignments/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { ShiftDetail, ShiftFields } from '../contract.ts'
import { fakeShift } from '../fake.ts'
import { shiftHandlers } from './handlers.ts'
import type { Calendar } from './commands/piecewise.ts'
import { notifyOpenShifts } from './commands/notify-open-shifts.ts'
import { workOnShifts } from './commands/work-on-shifts.ts'

export type Places = Awaited<ReturnType<typeof createPlaces>>

/** The calendar's work, now or at a given time. */
export const work = (
  at: Pick<Places, 'world'>,
  now = new Date().toISOString(),
  passOver: Calendar['passOver'] = (_id, error) => {
    throw error
  },
) => withActor(at.world.workerPool, null, (tx) => workOnShifts(tx, { now, passOver, workOnSeats }))

/** Notifies the students of what was opened, as the worker does. */
export async function notifyOpen({ world }: Places): Promise<void> {
  while (await withActor(world.workerPool, null, notifyOpenShifts));
}

/**
 * Two schools with an agreement each with one organization (a site, two wards), their people, and a semester each that runs from
 * a month ago for a year. Shifts are made and moved by the real calls.
 */
export async function createPlaces() {
  const world = await createWorld()
  const api = shiftHandlers()
  // Of schools and units that name no zone.
  const today = todayIn('America/New_York')
  const school = await world.school('Lake School')
  const otherSchool = await world.school('Hill School')
  const organization = await world.facility({ name: 'River Health' })
  const north = await world.facility({ kind: 'site', parent: organization, name: 'North' })
  const ward = await world.facility({ kind: 'unit', parent: north, name: '5 East' })
  const icu = await world.facility({ kind: 'unit', parent: north, name: 'ICU' })
  const elsewhere = await world.facility({ name: 'Other Health' })
  for (const one of [school, otherSchool])
    await world.partnership(one, organization, { from: addDays(today, -60), to: addDays(today, 400) })
  await world.rows(`update public.organizations set default_lead_time_days = 0`)
  const semesters: Record<string, string> = {}
  for (const one of [school, otherSchool])
    [{ id: semesters[one] }] = (await world.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
       values ($1, 'This year', $2, $3, 'custom', '2026–2027', true) returning id`,
      [one, addDays(today, -30), addDays(today, 330)],
    )) as [{ id: string }]
  const people = {
    ana: await world.person({ role: 'school_admin', school }),
    una: await world.person({ role: 'school_super_admin', school }),
    rob: await world.person({ role: 'school_admin', school: otherSchool }),
    frank: await world.person({ role: 'facility_admin', facility: organization }),
    eve: await world.person({ role: 'facility_admin', facility: elsewhere }),
    marcus: await world.person({ role: 'proctor', school }),
    denise: await world.person({ role: 'proctor', school }),
    sam: await world.person({ role: 'superadmin' }),
  }
  const as = async (who: Person | null) => ({ context: await world.as(who) })

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
    const [row] = await world.rows<{ version: number }>('select version from public.shifts where id = $1', [
      id,
    ])
    return { id, version: row!.version }
  }
  /** One of several in one command; throws the refusal, so that a test reads it. */
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
    world, api, today, school, otherSchool, organization, north, ward, icu, elsewhere, semesters, people, as, draft, get, locked, only,
    submit, approve, publish, cancel,
    /** A shift that students see: draft, submitted, approved and published. */
    async published(more: Partial<ShiftFields> = {}, who: Person = people.ana): Promise<string> {
      const id = await draft(more, who)
      await submit(id, who)
      await approve(id)
      await publish(id, who)
      return id
    },
    /** Moves a shift in time as only time can: its instants, and those of the seats on it. */
    async shiftTime(id: string, startsIn: string): Promise<void> {
      await world.rows(
        `with moved as (update public.shifts set date = (now() + $2::interval)::date, starts_at = now() + $2::interval, ends_at = now() + $2::interval + interval '8 hours',
           drop_cutoff_at = now() + $2::interval - interval '48 hours' where id = $1 returning *)
         update public.assignments a set during = tstzrange(m.starts_at, m.ends_at), busy = tstzrange(m.starts_at, m.ends_at) from moved m where a.shift_id = m.id`,
        [id, startsIn],
      )
    },
  } // prettier-ignore
}
