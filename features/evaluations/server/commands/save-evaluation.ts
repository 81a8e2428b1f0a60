import { refuse, refusal } from '#core/refusal.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationFields, EvaluationKind, Subject } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { isOpenEvaluation } from '../../rules.ts'
import { findProject } from '../queries/find-project.ts'
import { startEvaluation } from '../queries/start-evaluation.ts'
import { lockEvaluation, written } from './lock-evaluation.ts'

type Sent = EvaluationFields & {
  id: string
  version: number
  student_id: string
  kind: EvaluationKind
  about: Subject
}

/** The author; null for a preceptor who uses a link and isn't signed in. */
export type Evaluator = { userId: string | null }

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

/** The school and semester of a project's evaluation; refuses anyone but its preceptor. */
async function ofProject(tx: Tx, id: string) {
  const found = await findProject(tx, id)
  if (!found) refuse(evaluationRefusals, refusal('evaluation.not_found'))
  const { school_id, semester_id, preceptor_id, preceptor_name } = found
  return { school_id, semester_id, preceptor_id, preceptor_name, project_id: id, subject: 'project' as const }
}

async function ofShift(tx: Tx, id: string, kind: EvaluationKind) {
  const shift = await tx
    .selectFrom('shifts')
    .select(['school_id', 'semester_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...shift, shift_id: id, subject: kind === 'shift' ? ('shift' as const) : ('semester' as const) }
}

/** Starts an evaluation with the current instrument. A repeated request, also from a second device, is refused or returns the same one. */
export async function beginEvaluation(tx: Tx, me: Evaluator, sent: Sent) {
  const { about, student_id, kind } = sent
  const of = about.subject === 'project' ? { project_id: about.project_id } : { shift_id: about.shift_id }
  const start = await startEvaluation(tx, me, { student_id, kind, ...of })
  if (start.evaluation) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  refuseUnknown(start.content, sent)
  const subject =
    about.subject === 'project'
      ? await ofProject(tx, about.project_id)
      : await ofShift(tx, about.shift_id, kind)
  const made = await tx
    .insertInto('evaluations')
    .values({
      ...subject,
      id: sent.id,
      student_id,
      evaluator_id: me.userId,
      kind,
      instrument_id: start.instrument_id,
      instrument_version: start.instrument_version,
      status: 'draft',
      ...fieldsOf(sent),
    })
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  return written(made)
}

/** Saves an evaluation in progress. The first answer creates it, and a returned one becomes a draft again. */
export async function saveEvaluation(tx: Tx, me: Evaluator, sent: Sent) {
  if (sent.version === 0) return beginEvaluation(tx, me, sent)
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
