import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import type { RotationDetail, RotationFields } from '../contract.ts'
import { rotationHandlers } from './handlers.ts'

export type RotationFixture = Awaited<ReturnType<typeof createRotationFixture>>

/** The facilities of two schools, and rotations of one of them on Mondays and Wednesdays of two weeks. */
export async function createRotationFixture() {
  const base = await createShiftFixture()
  const { fixture, today, people } = base
  const rotations = rotationHandlers()
  const as = async (who: Person | null) => ({ context: await fixture.as(who) })
  const key = (id: string) => ({ id, idempotency_key: randomUUID() })
  // A Monday far enough ahead within the semester.
  const monday = addDays(today, 48 - weekdayOf(addDays(today, 40)))
  const fieldsOf = (more: Partial<RotationFields> = {}): RotationFields => ({
    semester_id: base.semesters[base.school]!,
    name: 'Medical-surgical II',
    course_code: 'NRS 210',
    facility_id: base.ward,
    specialty: 'med_surg',
    experience_type: 'group',
    pattern: { weekdays: [1, 3], every_weeks: 1, from: monday, to: addDays(monday, 10), skipped: [] },
    start_time: '07:00',
    end_time: '15:00',
    break_min: 30,
    conference_min: 0,
    seats: 6,
    min_seats: 0,
    level_seats: {},
    requires: [],
    cohort_ids: [],
    instructors: [],
    ...more,
  })
  const create = async (
    more: Partial<RotationFields> = {},
    who: Person | null = people.ana,
    id = randomUUID(),
  ) => call(rotations.create, { ...key(id), ...fieldsOf(more) }, await as(who))
  const get = async (id: string, who: Person = people.ana) => call(rotations.get, { id }, await as(who))
  const update = async (
    rotation: RotationDetail,
    more: Partial<RotationFields>,
    reason: string | null = null,
    who: Person = people.ana,
  ) => {
    const { id, version } = rotation
    const { semester_id: _semester, ...fields } = fieldsOf()
    const kept = Object.fromEntries(
      Object.keys(fields).map((name) => [name, rotation[name as keyof RotationDetail]]),
    ) as Omit<RotationFields, 'semester_id'>
    return call(rotations.update, { ...key(id), version, reason, ...kept, ...more }, await as(who))
  }
  return { ...base, rotations, as, key, monday, fieldsOf, create, get, update }
}
