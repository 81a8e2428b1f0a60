import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import type { Mark } from '../contract.ts'
import { attendanceHandlers } from './handlers.ts'

export type Unit = Awaited<ReturnType<typeof createUnit>>

/** Two schools, their people, and running shifts with students on them. */
export async function createUnit() {
  const base = await createShiftFixture()
  const { fixture, school } = base
  const api = attendanceHandlers(fixture)
  let units = 0

  const students = (count: number): Promise<Person[]> =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        fixture.person({ role: 'student', school, fullName: `Student ${at + 1}` }),
      ),
    )

  /** A shift of eight hours that began this long ago (or will begin: '-30 minutes'), with these students and an instructor. */
  async function running(
    began: string,
    on: readonly Person[],
  ): Promise<{ id: string; seats: string[]; lead: Person; startsAt: string; endsAt: string }> {
    // Its own unit and instructor, because the shifts of a test may run at the same time.
    const unit = await fixture.facility({ kind: 'unit', parent: base.north, name: `Unit ${(units += 1)}` })
    const lead = await fixture.person({ role: 'proctor', school, fullName: `Instructor ${units}` })
    const id = await base.published({
      date: addDays(base.today, 60 + units),
      facility_id: unit,
      proctor_id: lead.id,
      capacity: 8,
    })
    await fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, during, busy)
       select x.id, x.school_id, s, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x, unnest($2::uuid[]) s where x.id = $1`,
      [id, on.map((one) => one.id)],
    )
    await fixture.rows(
      `with moved as (update public.shifts set date = (now() - $2::interval)::date, starts_at = now() - $2::interval, ends_at = now() - $2::interval + interval '8 hours',
         lead_time_reason = 'A test.', status = case when $2::interval > '0' then 'in_progress' else status end where id = $1 returning *)
       update public.assignments a set asked_at = least(a.asked_at, m.starts_at - interval '1 day'), during = tstzrange(m.starts_at, m.ends_at), busy = tstzrange(m.starts_at, m.ends_at) from moved m where a.shift_id = m.id`,
      [id, began],
    )
    const rows = await fixture.rows<{ id: string; student_id: string }>(
      'select id, student_id from public.assignments where shift_id = $1',
      [id],
    )
    const [shift] = await fixture.rows<{ starts_at: Date; ends_at: Date }>(
      'select starts_at, ends_at from public.shifts where id = $1',
      [id],
    )
    return {
      id,
      lead,
      seats: on.map((one) => rows.find(({ student_id: student }) => student === one.id)!.id),
      startsAt: new Date(shift!.starts_at).toISOString(),
      endsAt: new Date(shift!.ends_at).toISOString(),
    }
  }

  const codeOf = async ({ id, lead }: { id: string; lead: Person }): Promise<string> =>
    (await call(api.codes, { shift_id: id }, await base.as(lead)))[0]!.code
  const now = () => new Date().toISOString()

  return {
    ...base,
    attendance: api,
    students,
    running,
    codeOf,
    now,
    checkIn: async (who: Person | null, id: string, more: object = {}) =>
      call(api.checkIn, { id, pressed_at: now(), ...more }, await base.as(who)),
    checkOut: async (who: Person | null, id: string, more: object = {}) =>
      call(api.checkOut, { id, pressed_at: now(), ...more }, await base.as(who)),
    callOut: async (who: Person | null, id: string, more: object = {}) =>
      call(api.callOut, { id, pressed_at: now(), reason: 'I have a fever.', ...more }, await base.as(who)),
    /** Marks a student, using the latest version. */
    mark: async (who: Person | null, shiftId: string, id: string, mark: Mark, more: object = {}) => {
      const [row] = await fixture.rows<{ version: number }>(
        'select version from public.attendance_records where id = $1',
        [id],
      )
      return call(
        api.mark,
        {
          shift_id: shiftId,
          rows: [{ id, version: row?.version ?? 0, mark, ...more }],
          idempotency_key: randomUUID(),
        },
        await base.as(who),
      )
    },
    roster: async (who: Person | null, shiftId: string) =>
      call(api.forShift, { shift_id: shiftId }, await base.as(who)),
  }
}
