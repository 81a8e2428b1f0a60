import type { Tx } from '#platform/server/db.ts'
import type { EvaluationKind, EvaluationStatus, Plan } from '../../contract.ts'
import { namesIn } from './evaluation-rows.ts'

/** An evaluation as reports need it: its kind, status and result. */
export type EvaluationSummary = {
  id: string
  kind: EvaluationKind
  status: EvaluationStatus
  outcome: 'satisfactory' | 'needs_improvement' | 'unsatisfactory' | 'rated' | null
  score: number | null
  most: number | null
  /** Null for a preceptor without an account. */
  evaluator_id: string | null
  evaluator_name: string | null
  /** True for a capstone project's evaluation, by its preceptor. */
  is_capstone: boolean
  submitted_at: string | null
  /** True while it is disputed. */
  is_disputed: boolean
  /** Null also for a plan that the evaluation no longer calls for. */
  plan: Exclude<Plan['status'], 'void'> | null
}

/**
 * The midterm and final evaluations of some students in a semester, by student, as far as the caller may see them. Amended, voided and
 * self-evaluations are left out. A student without any has an empty list.
 */
export async function evaluationsOf(
  tx: Tx,
  { semesterId, studentIds }: { semesterId: string; studentIds: readonly string[] },
): Promise<Map<string, EvaluationSummary[]>> {
  const found = new Map<string, EvaluationSummary[]>(studentIds.map((id) => [id, []]))
  if (studentIds.length === 0) return found
  const rows = await tx
    .selectFrom('evaluations as e')
    .leftJoin('remediation_plans as p', 'p.id', 'e.id')
    .select([
      'e.id',
      'e.student_id',
      'e.kind',
      'e.status',
      'e.outcome',
      'e.score',
      'e.most',
      'e.evaluator_id',
      'e.preceptor_name',
      'e.project_id',
      'e.submitted_at',
      'p.status as plan',
    ])
    .where('e.semester_id', '=', semesterId)
    .where('e.student_id', 'in', [...studentIds])
    .where('e.kind', 'in', ['midterm', 'final'])
    .where('e.is_self', '=', false)
    .where('e.status', '<>', 'voided')
    .where('e.superseded_at', 'is', null)
    .orderBy('e.kind', 'desc')
    .orderBy('e.submitted_at')
    .orderBy('e.id')
    .execute()
  const names = await namesIn(
    tx,
    rows.map(({ id }) => id),
  )
  for (const { student_id: student, preceptor_name: preceptor, project_id: project, ...row } of rows)
    found.get(student)?.push({
      ...row,
      evaluator_name: preceptor ?? names.get(row.evaluator_id ?? '') ?? null,
      is_capstone: project !== null,
      kind: row.kind as EvaluationKind,
      status: row.status as EvaluationStatus,
      outcome: row.outcome as EvaluationSummary['outcome'],
      plan: row.plan === 'void' ? null : (row.plan as EvaluationSummary['plan']),
      is_disputed: row.status === 'disputed',
    })
  return found
}

/** Which of midterm and final a school asks instructors to write in a semester: a student without one is missing it. */
export async function kindsAskedIn(tx: Tx, semesterId: string): Promise<('midterm' | 'final')[]> {
  const rows = await tx
    .selectFrom('evaluations')
    .select('kind')
    .distinct()
    .where('semester_id', '=', semesterId)
    .where('subject', '=', 'semester')
    .where('is_self', '=', false)
    .where('status', '<>', 'voided')
    .orderBy('kind', 'desc')
    .execute()
  return rows.map(({ kind }) => kind as 'midterm' | 'final')
}
