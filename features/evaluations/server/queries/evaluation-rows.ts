import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { isLate } from '../../rules.ts'
import type { Check, EvaluationKind, EvaluationRow, EvaluationStatus } from '../../contract.ts'

/** The evaluations that the caller may see, with their shift or project. */
export const evaluations = (tx: Tx) =>
  tx
    .selectFrom('evaluations as e')
    .leftJoin('shifts as s', 's.id', 'e.shift_id')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .leftJoin('semesters as t', 't.id', 'e.semester_id')
    .leftJoin('capstone_projects as c', 'c.id', 'e.project_id')
    .select([
      'e.id',
      'e.student_id',
      'e.evaluator_id',
      'e.preceptor_name',
      'c.title',
      'e.is_self',
      'e.subject',
      'e.shift_id',
      'e.project_id',
      'e.semester_id',
      't.name as semester_name',
      'unit.name as unit',
      'site.name as site',
      's.date',
      'e.kind',
      'e.status',
      'e.outcome',
      'e.score',
      'e.most',
      'e.failed_checks',
      'e.due_at',
      'e.submitted_at',
      'e.superseded_at',
      'e.amendment_of',
      'e.version',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof evaluations>['execute']>>[number]

/** The names of the people in some evaluations, by id. */
export async function namesIn(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const those = sql`${sql.val([...ids])}::uuid[]`
  const { rows } = await sql<{ id: string; full_name: string }>`
    select n.* from (
      select p.id, app.name_of_proctor(p.id) as full_name from (
        select e.evaluator_id as id from public.evaluations e where e.id = any (${those})
        union select s.signed_by from public.remediation_signatures s where s.plan_id = any (${those})
        union select v.actor_id from public.evaluation_events v where v.evaluation_id = any (${those})) p
      union all select * from app.names_in_evaluations(${those})) n
    where n.full_name is not null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.full_name]))
}

/** Converts a row to the contract's type. */
export const rowOf = (
  { unit, site, title, preceptor_name: preceptor, superseded_at: superseded, ...row }: Row,
  names: ReadonlyMap<string, string>,
): EvaluationRow => ({
  ...row,
  subject: row.subject as EvaluationRow['subject'],
  kind: row.kind as EvaluationKind,
  status: row.status as EvaluationStatus,
  outcome: row.outcome as EvaluationRow['outcome'],
  failed_checks: row.failed_checks as Check[],
  student_name: names.get(row.student_id) ?? 'A former student',
  evaluator_name: preceptor ?? names.get(row.evaluator_id ?? '') ?? 'A former instructor',
  location: [unit, site, title].filter(Boolean).join(', ') || null,
  is_superseded: superseded !== null,
  is_late: isLate({ status: row.status as EvaluationStatus, due_at: row.due_at }, new Date().toISOString()),
})
