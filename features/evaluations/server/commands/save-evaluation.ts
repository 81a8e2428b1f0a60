import { refuse, refusal } from '#core/refusal.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationFields, EvaluationKind, Subject } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { isOpenEvaluation } from '../../rules.ts'
import { startEvaluation } from '../queries/start-evaluation.ts'
import { lockEvaluation, written } from './lock-evaluation.ts'

type Sent = EvaluationFields & {
  id: string
  version: number
  student_id: string
  kind: EvaluationKind
  about: Subject
}

function refuseUnknown(content: InstrumentContent, { answers }: EvaluationFields): void {
  const items = itemsOf(content).map(({ code }) => code)
  const unknown = answers.find(({ code }) => !items.includes(code))
  if (unknown) refuse(evaluationRefusals, refusal('evaluation.unknown_item', { code: unknown.code }))
}

const fieldsOf = ({ answers, strengths, improvements }: EvaluationFields) => ({
  answers: JSON.stringify(answers),
  strengths,
  improvements,
})

/** Begins an evaluation with the instrument that counts now. The same again, also from a second phone, is refused or the same. */
async function begin(tx: Tx, me: { userId: string }, sent: Sent) {
  const shiftId = sent.about.subject === 'project' ? undefined : sent.about.shift_id
  const start = await startEvaluation(tx, me, {
    student_id: sent.student_id,
    kind: sent.kind,
    shift_id: shiftId,
    ...(sent.about.subject === 'project' && { project_id: sent.about.project_id }),
  })
  if (start.evaluation || !shiftId) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  refuseUnknown(start.content, sent)
  const shift = await tx.selectFrom('shifts').select('school_id').where('id', '=', shiftId).executeTakeFirstOrThrow() // prettier-ignore
  const made = await tx
    .insertInto('evaluations')
    .values({
      id: sent.id,
      school_id: shift.school_id,
      student_id: sent.student_id,
      evaluator_id: me.userId,
      subject: sent.kind === 'shift' ? 'shift' : 'semester',
      shift_id: shiftId,
      kind: sent.kind,
      instrument_id: start.instrument_id,
      instrument_version: start.instrument_version,
      status: 'draft',
      ...fieldsOf(sent),
    })
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  return written(made)
}

/** Saves what was written of an evaluation so far; begins it with the first answer, and a returned one becomes a draft again. */
export async function saveEvaluation(tx: Tx, me: { userId: string }, sent: Sent) {
  if (sent.version === 0) return begin(tx, me, sent)
  const evaluation = await lockEvaluation(tx, sent)
  if (!isOpenEvaluation(evaluation.status))
    refuse(evaluationRefusals, refusal('evaluation.settled', { status: evaluation.status }))
  refuseUnknown(evaluation.content, sent)
  const saved = await tx
    .updateTable('evaluations')
    .set({ ...fieldsOf(sent), status: 'draft' })
    .where('id', '=', evaluation.id)
    .returning(['id', 'status', 'version'])
    .executeTakeFirst()
  return written(saved ?? refuse(evaluationRefusals, refusal('evaluation.not_found')))
}
