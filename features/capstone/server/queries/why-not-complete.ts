import { evaluationTaskStatusOf } from '#features/evaluations/rules.ts'
import { evaluationsOfProjects, type ProjectEvaluation } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DeliverableStatus } from '../../contract.ts'
import { completionBlocker, type EvaluationStatuses } from '../../rules.ts'
import type { ProjectFacts } from './find-facts.ts'

type Asked = { id: string; required_hours: string | number; facts: ProjectFacts }

/** The state of a project's midterm and final, from the evaluations the reader may see. */
export function evaluationStatusesOf(
  evaluations: readonly Pick<ProjectEvaluation, 'kind' | 'status' | 'verified_at'>[],
): EvaluationStatuses {
  const of = (asked: ProjectEvaluation['kind']) =>
    evaluationTaskStatusOf(evaluations.filter(({ kind }) => kind === asked))
  return { midterm: of('midterm'), final: of('final') }
}

/** The state of one project's midterm and final. */
export const findEvaluationStatuses = async (tx: Tx, id: string): Promise<EvaluationStatuses> =>
  evaluationStatusesOf((await evaluationsOfProjects(tx, [id])).get(id) ?? [])

/** Why a project is not complete yet, or null: hours from the ledger, deliverables, final evaluation. */
export async function whyNotComplete(tx: Tx, project: Asked) {
  const rows = await tx
    .selectFrom('capstone_deliverables')
    .select('status')
    .where('project_id', '=', project.id)
    .execute()
  return completionBlocker({
    required_hours: Number(project.required_hours),
    credited_hours: project.facts.minutes / 60,
    deliverables: rows.map(({ status }) => ({ status: status as DeliverableStatus })),
    final: (await findEvaluationStatuses(tx, project.id)).final,
  })
}
