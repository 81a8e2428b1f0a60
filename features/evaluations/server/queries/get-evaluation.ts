import { reasonWords } from '#core/automatic-reasons.ts'
import type { Answer, InstrumentContent } from '#features/instruments/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Evaluation, EvaluationStatus } from '../../contract.ts'
import { evaluations, namesIn, rowOf } from './evaluation-rows.ts'
import { findPlans } from './find-plans.ts'

/** A full evaluation with the instrument version it was started with; undefined if the caller can't see it. */
export async function getEvaluation(tx: Tx, id: string): Promise<Evaluation | undefined> {
  const row = await evaluations(tx)
    .innerJoin('instrument_versions as v', (join) =>
      join.onRef('v.instrument_id', '=', 'e.instrument_id').onRef('v.number', '=', 'e.instrument_version'),
    )
    .select([
      'e.answers',
      'e.strengths',
      'e.improvements',
      'e.student_reply',
      'e.dispute_reason',
      'e.returned_reason',
      'e.void_reason',
      'e.amendment_reason',
      'e.acknowledged_at',
      'e.verified_at',
      'e.locked_at',
      'e.instrument_id',
      'e.instrument_version',
      'v.name as instrument_name',
      'v.content',
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const trail = await tx
    .selectFrom('evaluation_events')
    .select(['at', 'to_status', 'actor_id', 'reason'])
    .where('evaluation_id', '=', id)
    .orderBy('id')
    .execute()
  const names = await namesIn(tx, [id])
  const [plan] = await findPlans(tx, { ids: [id] })
  const { answers, content, ...rest } = row
  return {
    ...rowOf(rest, names),
    strengths: rest.strengths,
    improvements: rest.improvements,
    student_reply: rest.student_reply,
    dispute_reason: rest.dispute_reason,
    returned_reason: rest.returned_reason,
    void_reason: reasonWords(rest.void_reason),
    amendment_reason: rest.amendment_reason,
    acknowledged_at: rest.acknowledged_at,
    verified_at: rest.verified_at,
    locked_at: rest.locked_at,
    instrument_id: rest.instrument_id,
    instrument_name: rest.instrument_name,
    instrument_version: rest.instrument_version,
    answers: answers as Answer[],
    content: content as InstrumentContent,
    plan: plan ?? null,
    trail: trail.map(({ at, to_status: status, actor_id: actor, reason }) => ({
      at,
      status: status as EvaluationStatus,
      by: actor === null ? null : (names.get(actor) ?? null),
      reason: reasonWords(reason),
    })),
  }
}
