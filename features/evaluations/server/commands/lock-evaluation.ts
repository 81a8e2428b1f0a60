import { refuse, refusal } from '#core/refusal.ts'
import type { Answer, InstrumentContent } from '#features/instruments/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Check, EvaluationKind, EvaluationStatus } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { namesIn } from '../queries/evaluation-rows.ts'

export type LockedEvaluation = Awaited<ReturnType<typeof lockEvaluation>>

/** Locks an evaluation; refuses if the caller can't see it, or if it changed since they loaded it. */
export async function lockEvaluation(tx: Tx, sent: { id: string; version: number }) {
  const row = await tx
    .selectFrom('evaluations as e')
    .innerJoin('instrument_versions as v', (join) =>
      join.onRef('v.instrument_id', '=', 'e.instrument_id').onRef('v.number', '=', 'e.instrument_version'),
    )
    .select([
      'e.id',
      'e.school_id',
      'e.student_id',
      'e.evaluator_id',
      'e.is_self',
      'e.subject',
      'e.shift_id',
      'e.semester_id',
      'e.project_id',
      'e.preceptor_id',
      'e.kind',
      'e.status',
      'e.answers',
      'e.strengths',
      'e.improvements',
      'e.instrument_id',
      'e.instrument_version',
      'e.version',
      'e.superseded_at',
      'e.amendment_of',
      'e.failed_checks',
      'v.content',
    ])
    .where('e.id', '=', sent.id)
    .forUpdate('e')
    .executeTakeFirst()
  if (!row) refuse(evaluationRefusals, refusal('evaluation.not_found'))
  if (row.version !== sent.version) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  const names = await namesIn(tx, [row.id])
  return {
    ...row,
    kind: row.kind as EvaluationKind,
    status: row.status as EvaluationStatus,
    answers: row.answers as Answer[],
    failed_checks: row.failed_checks as Check[],
    content: row.content as InstrumentContent,
    student_name: names.get(row.student_id) ?? 'this student',
  }
}

/** What a command returns: the status of the evaluation and its version. */
export const written = ({ id, status, version }: { id: string; status: string; version: number }) => ({
  id,
  status: status as EvaluationStatus,
  version,
})
