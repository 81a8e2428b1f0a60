import { randomUUID } from 'node:crypto'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Actor } from '#features/shifts/server/public.ts'
import { seriesDates } from '#features/shifts/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RotationFields } from '../../contract.ts'
import { rotationRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { isKnown } from '../queries/load-rotation.ts'
import { createDrafts, insertRotation, insertSeries } from './insert-rotation.ts'

type New = { id: string; schoolId: string; fields: RotationFields }

/** Creates a rotation with a draft on each of its days; repeating it with the same id creates nothing. */
export async function createRotation(tx: Tx, me: Actor, { id, schoolId, fields }: New): Promise<void> {
  if (await isKnown(tx, id)) return
  refuseIf(rotationRefusals, fieldsBlocker(fields))
  const semester = await tx
    .selectFrom('semesters')
    .select('id')
    .where('id', '=', fields.semester_id)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  if (!semester) refuse(rotationRefusals, refusal('rotation.semester_unknown'))
  const rotation = { id, schoolId, seriesId: randomUUID(), origin: 'hand' as const, fields }
  await insertSeries(tx, me, rotation)
  await insertRotation(tx, me, rotation)
  await createDrafts(tx, me, rotation, seriesDates(fields.pattern))
}
