import { sql } from 'kysely'
import { comingSeats } from '#core/seat-statuses.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
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

/**
 * Which of midterm and final each of these students should have in a semester: a kind that was asked for of anyone who was then in the
 * student's cohort, or was to join it next. Students without a seat on a shift that an instructor leads are asked for none, because no one could be asked (assignEvaluations).
 */
export async function kindsAskedOf(
  tx: Tx,
  { semesterId, studentIds }: { semesterId: string; studentIds: readonly string[] },
): Promise<Map<string, ('midterm' | 'final')[]>> {
  const { rows } = await sql<{ student_id: string; kinds: ('midterm' | 'final')[] }>`
    with asked as (
      select distinct e.kind, c.cohort_id from public.evaluations e join public.schools s on s.id = e.school_id
      left join lateral (select m.cohort_id from public.cohort_memberships m where m.student_id = e.student_id and m.school_id = e.school_id
        and coalesce(m.to_date, 'infinity') > greatest(m.from_date, (e.created_at at time zone s.time_zone)::date) order by m.from_date limit 1) c on true
      where e.semester_id = ${semesterId}::uuid and e.subject = 'semester' and not e.is_self and e.amendment_of is null and e.status <> 'voided'),
    led as (
      select distinct a.student_id, a.school_id from public.shifts s join public.assignments a on a.shift_id = s.id and a.status in ${listed(comingSeats)}
      where s.semester_id = ${semesterId}::uuid and s.proctor_id is not null and s.status in ${listed(studentStates)}
        and a.student_id = any (${studentIds}::uuid[]))
    select l.student_id, array_agg(k.kind order by k.kind desc) as kinds from led l
    left join app.current_memberships m on m.student_id = l.student_id and m.school_id = l.school_id
    join asked k on k.cohort_id is not distinct from m.cohort_id group by 1`.execute(tx)
  return new Map(rows.map(({ student_id: student, kinds }) => [student, kinds]))
}
