import type { Tx } from '#platform/server/db.ts'
import type { EvaluationKind, EvaluationStatus, EvaluationRow } from '../../contract.ts'

/** An evaluation as its project shows it. */
export type ProjectEvaluation = {
  id: string
  kind: Exclude<EvaluationKind, 'shift'>
  status: EvaluationStatus
  outcome: EvaluationRow['outcome']
  by: string
  submitted_at: string | null
  verified_at: string | null
}

/** The midterms and finals that count, by capstone project, as far as the caller may see them. */
export async function evaluationsOfProjects(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ProjectEvaluation[]>> {
  const found = new Map<string, ProjectEvaluation[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const rows = await tx
    .selectFrom('evaluations as e')
    .select([
      'e.id',
      'e.project_id',
      'e.kind',
      'e.status',
      'e.outcome',
      'e.preceptor_name as by',
      'e.submitted_at',
      'e.verified_at',
    ])
    .where('e.project_id', 'in', [...ids])
    .where('e.status', '<>', 'voided')
    .where('e.superseded_at', 'is', null)
    .orderBy('e.kind', 'desc')
    .orderBy('e.created_at')
    .execute()
  for (const { project_id: project, ...row } of rows)
    found.get(project!)?.push({ ...row, by: row.by ?? '' } as ProjectEvaluation)
  return found
}
