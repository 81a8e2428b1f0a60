import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationKind } from '../../contract.ts'

/** An evaluation that is overdue, or needs improvement that isn't settled. */
type EvaluationConcern = {
  id: string
  student_id: string
  shift_id: string | null
  kind: EvaluationKind
  is_overdue: boolean
}

/**
 * The evaluations of students in the current semester that are overdue, have a remediation plan that is open or was not met, or are
 * unsatisfactory without a plan; as far as the caller may see them, oldest first (Domain 2.11).
 */
export async function evaluationConcerns(tx: Tx, ids: readonly string[]): Promise<EvaluationConcern[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EvaluationConcern>`
    select e.id, e.student_id, e.shift_id, e.kind, e.submitted_at is null and e.due_at < now() as is_overdue
    from public.evaluations e join public.semesters t on t.id = e.semester_id left join public.remediation_plans p on p.id = e.id
    where e.student_id = any (${ids}::uuid[]) and not e.is_self and e.superseded_at is null and e.status <> 'voided'
      and app.school_today(e.school_id) between t.start_date and t.end_date
      and (e.submitted_at is null and e.due_at < now() or e.submitted_at is not null and (p.status in ('open', 'not_met')
        or coalesce(p.status, 'void') = 'void' and e.kind in ('midterm', 'final') and e.outcome in ('needs_improvement', 'unsatisfactory')))
    order by e.due_at, e.id`.execute(tx)
  return rows
}
