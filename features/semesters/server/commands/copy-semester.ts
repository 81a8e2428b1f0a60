import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { CopyRequest } from '../../contract.ts'
import { fieldTexts } from '../../messages.ts'
import { problemsOf } from '../../rules.ts'
import { planOf, readTerms } from '../queries/plan-copy.ts'
import { alikeToCopy } from '../queries/shifts-to-copy.ts'
import { insertSemester } from './create-semester.ts'
import { type Copied, insertCopies } from './insert-copies.ts'
import { lockSemesters } from './lock-semester.ts'
import { recordCopy } from './record-copy.ts'

/** Copies the shifts of a semester into a new or an existing one, all as drafts, and notes the copy so that it can be undone. */
export async function copySemester(tx: Tx, request: CopyRequest): Promise<Copied> {
  const { target, options } = request
  if (target.kind === 'new') refuseFields(fieldTexts(problemsOf(target)))
  await lockSemesters(tx, [request.id, target.id])
  const terms = await readTerms(tx, request)
  const { source } = terms
  if (target.kind === 'new') await insertSemester(tx, { ...target, school_id: source.school_id })
  const named = [...request.include, ...request.leave_out]
  const plan = await planOf(tx, request, terms, (...keys) => alikeToCopy(...keys, named))
  const copied = { id: randomUUID(), targetId: target.id, delta: plan.delta, options }
  await recordCopy(tx, {
    id: copied.id,
    schoolId: source.school_id,
    sourceId: source.id,
    targetId: target.id,
    mode: request.mode,
    deltaDays: plan.delta,
    copied: plan.copied,
    skippedByReason: plan.skipped_by_reason,
  })
  await insertCopies(tx, copied, plan.rows)
  return copied
}
