import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationFields } from '../../contract.ts'
import { beginEvaluation, saveEvaluation } from './save-evaluation.ts'
import { submitEvaluations } from './submit-evaluations.ts'
import { startEvaluation } from '../queries/start-evaluation.ts'

type Asked = { project_id: string; student_id: string; kind: 'midterm' | 'final' }
const nobody = { userId: null }

/** What the form behind a link starts from. */
export const startByLink = (tx: Tx, asked: Asked) => startEvaluation(tx, nobody, asked)

/** Writes and submits a project's evaluation in one step, for a preceptor without an account whose draft is on their own device. */
export async function submitByLink(tx: Tx, { project_id, ...asked }: Asked, fields: EvaluationFields) {
  const { evaluation } = await startByLink(tx, { project_id, ...asked })
  const sent = { ...asked, ...fields, about: { subject: 'project' as const, project_id } }
  const draft = evaluation
    ? await saveEvaluation(tx, nobody, { ...sent, id: evaluation.id, version: evaluation.version })
    : await beginEvaluation(tx, nobody, { ...sent, id: randomUUID(), version: 0 })
  await submitEvaluations(tx, nobody, [draft])
}
