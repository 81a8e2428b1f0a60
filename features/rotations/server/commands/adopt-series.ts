import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { weekdayOf } from '#core/plain-date.ts'
import { begunStates } from '#core/shift-statuses.ts'
import { instructorsOf } from '#features/shifts/rules.ts'
import type { Actor } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RotationFields } from '../../contract.ts'
import { rotationRefusals } from '../../messages.ts'
import { daysBlocker, fieldsBlocker, followingStates, mostly, patternOf } from '../../rules.ts'
import { isKnown } from '../queries/load-rotation.ts'
import { insertRotation } from './insert-rotation.ts'

type Adopted = { id: string; schoolId: string; seriesId: string }

/** Turns a series of shifts into a rotation with the fields that most of them have; differing shifts stay as they are. */
export async function adoptSeries(tx: Tx, me: Actor, { id, schoolId, seriesId }: Adopted): Promise<void> {
  if (await isKnown(tx, id)) return
  const fields = await fieldsOfSeries(tx, schoolId, seriesId)
  if (!fields) return refuse(rotationRefusals, refusal('rotation.series_unknown'))
  refuseIf(rotationRefusals, fieldsBlocker(fields))
  await insertRotation(tx, me, { id, schoolId, seriesId, origin: 'series', fields })
}

/** The fields that most shifts of a series have; null if none of its shifts are held, or if it already is a rotation. */
async function fieldsOfSeries(tx: Tx, schoolId: string, seriesId: string): Promise<RotationFields | null> {
  const series = await tx
    .selectFrom('shift_series')
    .select('id')
    .where('id', '=', seriesId)
    .where('school_id', '=', schoolId)
    .forUpdate()
    .executeTakeFirst()
  const taken = await tx
    .selectFrom('rotations')
    .select('id')
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  if (!series || taken) return null
  const shifts = await tx
    .selectFrom('shifts')
    .leftJoin('facilities as unit', 'unit.id', 'shifts.facility_id')
    .selectAll('shifts')
    .select('unit.name as unit_name')
    .where('series_id', '=', seriesId)
    .where('shifts.school_id', '=', schoolId)
    .where('shifts.status', 'in', [...followingStates, ...begunStates])
    .orderBy('date')
    .execute()
  if (shifts.length === 0) return null
  refuseIf(
    rotationRefusals,
    daysBlocker(shifts.map(({ facility_id, date }) => ({ facility_id, date, start_time: '', end_time: '' }))),
  )
  const most = <Key extends keyof (typeof shifts)[number]>(field: Key) =>
    mostly(shifts.map((shift) => shift[field]))
  const times = mostly(shifts.map(({ start_time, end_time }) => `${start_time} ${end_time}`)).split(' ')
  const plain = {
    semester_id: most('semester_id'),
    name: (most('title') ?? most('unit_name') ?? 'Rotation').slice(0, 120),
    course_code: most('course_code'),
    facility_id: most('facility_id'),
    specialty: most('specialty'),
    experience_type: most('experience_type'),
    pattern: patternOf(shifts.map(({ date }) => date)),
    start_time: times[0]!.slice(0, 5),
    end_time: times[1]!.slice(0, 5),
    break_min: most('break_min'),
    conference_min: most('conference_min'),
    seats: most('capacity'),
    min_seats: 0,
    level_seats: {},
    requires: [],
    cohort_ids: JSON.parse(mostly(shifts.map(({ cohort_ids }) => JSON.stringify(cohort_ids)))),
    instructors: leadersOf(shifts),
  }
  return plain as RotationFields
}

/** The instructors of most shifts on each weekday. */
function leadersOf(shifts: readonly (Parameters<typeof instructorsOf>[0] & { date: string })[]) {
  const days = Map.groupBy(shifts, ({ date }) => weekdayOf(date))
  return [...days].flatMap(([weekday, some]) => {
    const people = mostly(some.map((shift) => instructorsOf(shift).join()))
    return people === '' ? [] : people.split(',').map((proctor_id) => ({ weekday, proctor_id }))
  })
}
