import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals } from '../../messages.ts'
import { mayAmend } from '../../rules.ts'
import { lockEvaluation, written } from './lock-evaluation.ts'

type Sent = { id: string; new_id: string; reason: string }

/** Starts a new version of a verified evaluation. The old one stays unchanged and counts until the new one is submitted. */
export async function amendEvaluation(tx: Tx, me: { userId: string }, { id, new_id, reason }: Sent) {
  const { version } =
    (await tx.selectFrom('evaluations').select('version').where('id', '=', id).executeTakeFirst()) ??
    refuse(evaluationRefusals, refusal('evaluation.not_found'))
  const old = await lockEvaluation(tx, { id, version })
  if (old.evaluator_id !== me.userId) refuse(evaluationRefusals, refusal('evaluation.not_found'))
  const isOpen = await tx
    .selectFrom('evaluations')
    .select('id')
    .where('amendment_of', '=', id)
    .where('status', '<>', 'voided')
    .executeTakeFirst()
  if (isOpen || !mayAmend({ ...old, is_superseded: old.superseded_at !== null }))
    refuse(evaluationRefusals, refusal('evaluation.not_amendable'))
  const made = await tx
    .insertInto('evaluations')
    .values({
      id: new_id,
      school_id: old.school_id,
      student_id: old.student_id,
      evaluator_id: me.userId,
      subject: old.subject,
      shift_id: old.shift_id,
      semester_id: old.semester_id,
      project_id: old.project_id,
      preceptor_id: old.preceptor_id,
      // The preceptor's current name, which a policy checks.
      preceptor_name: sql<
        string | null
      >`(select r.full_name from public.preceptors r where r.id = ${old.preceptor_id}::uuid)`,
      kind: old.kind,
      instrument_id: old.instrument_id,
      instrument_version: old.instrument_version,
      status: 'draft',
      answers: JSON.stringify(old.answers),
      strengths: old.strengths,
      improvements: old.improvements,
      amendment_of: id,
      amendment_reason: reason,
    })
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  return written(made)
}
