import type { Tx } from '#platform/server/db.ts'
import type { Actor } from '#features/shifts/server/public.ts'
import { createShifts } from '#features/shifts/server/public.ts'
import { newShift } from '#features/shifts/rules.ts'
import { randomUUID } from 'node:crypto'
import type { PlainDate } from '#core/plain-date.ts'
import type { RotationFields, RotationOrigin } from '../../contract.ts'
import { leadersOn, shiftOn } from '../../rules.ts'

export type NewRotation = {
  id: string
  schoolId: string
  seriesId: string
  origin: RotationOrigin
  copyId?: string
  fields: RotationFields
}

/** The columns of a rotation that someone enters, with JSON columns serialized. */
export const columnsOf = ({ semester_id: _semester, ...fields }: RotationFields) => ({
  ...fields,
  pattern: JSON.stringify(fields.pattern),
  level_seats: JSON.stringify(fields.level_seats),
  instructors: JSON.stringify(fields.instructors),
})

/** Inserts a rotation whose series exists. */
export async function insertRotation(
  tx: Tx,
  me: Pick<Actor, 'realUserId'>,
  made: NewRotation,
): Promise<void> {
  await tx
    .insertInto('rotations')
    .values({
      ...columnsOf(made.fields),
      id: made.id,
      school_id: made.schoolId,
      semester_id: made.fields.semester_id,
      series_id: made.seriesId,
      origin: made.origin,
      copy_id: made.copyId ?? null,
      created_by: me.realUserId,
    })
    .execute()
}

/** Inserts an empty series for a rotation. */
export async function insertSeries(
  tx: Tx,
  me: Pick<Actor, 'realUserId'>,
  { seriesId, schoolId, fields }: Pick<NewRotation, 'seriesId' | 'schoolId' | 'fields'>,
): Promise<void> {
  await tx
    .insertInto('shift_series')
    .values({
      id: seriesId,
      school_id: schoolId,
      semester_id: fields.semester_id,
      pattern: JSON.stringify(fields.pattern),
      created_by: me.realUserId,
    })
    .execute()
}

/** Inserts a draft for each of these days of a rotation, with that weekday's instructors. */
export async function createDrafts(
  tx: Tx,
  me: Actor,
  rotation: Pick<NewRotation, 'schoolId' | 'seriesId' | 'fields'>,
  dates: readonly PlainDate[],
): Promise<void> {
  const { fields, schoolId, seriesId } = rotation
  for (const days of Map.groupBy(dates, (date) => leadersOn(fields, date).join()).values())
    await createShifts(tx, me, {
      schoolId,
      seriesId,
      fields: { ...newShift, ...shiftOn(fields, days[0]!), semester_id: fields.semester_id, date: days[0]! },
      days: days.map((date) => ({ id: randomUUID(), date })),
    })
}
