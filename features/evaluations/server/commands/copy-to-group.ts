import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals } from '../../messages.ts'
import { isOpenEvaluation } from '../../rules.ts'
import { startEvaluation } from '../queries/start-evaluation.ts'
import { lockEvaluation } from './lock-evaluation.ts'

/**
 * Starts the same evaluation for other students of the shift, with the same answers but without comments, which are about one student.
 * Skips those whose evaluation has been started, or is assigned with another form or version of it. Returns how many it created.
 */
export async function copyToGroup(
  tx: Tx,
  me: { userId: string },
  sent: { id: string; version: number; student_ids: readonly string[] },
): Promise<number> {
  const from = await lockEvaluation(tx, sent)
  if (from.evaluator_id !== me.userId || from.shift_id === null)
    refuse(evaluationRefusals, refusal('evaluation.not_found'))
  if (!isOpenEvaluation(from.status))
    refuse(evaluationRefusals, refusal('evaluation.settled', { status: from.status }))
  const answers = JSON.stringify(from.answers.map(({ code, point }) => ({ code, point, comment: null })))
  let made = 0
  for (const studentId of new Set(sent.student_ids)) {
    const { evaluation, instrument_id, instrument_version } = await startEvaluation(tx, me, {
      student_id: studentId,
      kind: from.kind,
      shift_id: from.shift_id,
    })
    const isSameForm = instrument_id === from.instrument_id && instrument_version === from.instrument_version
    if (evaluation && !(isSameForm && ['assigned', 'overdue'].includes(evaluation.status))) continue
    if (evaluation)
      await tx
        .updateTable('evaluations')
        .set({ answers, status: 'draft' })
        .where('id', '=', evaluation.id)
        .execute()
    else
      await tx
        .insertInto('evaluations')
        .values({
          id: randomUUID(),
          school_id: from.school_id,
          student_id: studentId,
          evaluator_id: me.userId,
          subject: from.subject,
          shift_id: from.shift_id,
          semester_id: from.semester_id,
          kind: from.kind,
          instrument_id: from.instrument_id,
          instrument_version: from.instrument_version,
          status: 'draft',
          answers,
        })
        .execute()
    made += 1
  }
  return made
}
