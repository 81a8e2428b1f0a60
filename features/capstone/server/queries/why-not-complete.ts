import type { Tx } from '#platform/server/db.ts'
import type { DeliverableStatus } from '../../contract.ts'
import { completionBlocker, type CompletionFacts } from '../../rules.ts'
import type { ProjectFacts } from './find-facts.ts'

/** Where the final evaluation of a project is: evaluations know. */
export type FinalOf = (tx: Tx, project: { id: string }) => Promise<CompletionFacts['final']>

type Asked = { id: string; required_hours: string | number; facts: ProjectFacts }

/** Why a project is not complete yet; null when it is: hours by the ledger, deliverables, final evaluation. */
export async function whyNotComplete(tx: Tx, project: Asked, finalOf: FinalOf) {
  const rows = await tx
    .selectFrom('capstone_deliverables')
    .select('status')
    .where('project_id', '=', project.id)
    .execute()
  return completionBlocker({
    required_hours: Number(project.required_hours),
    credited_hours: project.facts.minutes / 60,
    deliverables: rows.map(({ status }) => ({ status: status as DeliverableStatus })),
    final: await finalOf(tx, project),
  })
}
