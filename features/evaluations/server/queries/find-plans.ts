import type { Tx } from '#platform/server/db.ts'
import type { EvaluationKind, Plan } from '../../contract.ts'
import { namesIn } from './evaluation-rows.ts'

/** Remediation plans that the caller may see: those of some evaluations, or the open or closed ones, by due date. */
export async function findPlans(
  tx: Tx,
  which: { ids: readonly string[] } | { show: 'open' | 'closed' },
): Promise<Plan[]> {
  const plans = tx
    .selectFrom('remediation_plans as p')
    .innerJoin('evaluations as e', 'e.id', 'p.id')
    .select([
      'p.id',
      'p.student_id',
      'p.faculty_id',
      'e.kind',
      'p.items',
      'p.actions',
      'p.due_on',
      'p.status',
      'p.result_note',
      'p.version',
    ])
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u')
            .select('u.id')
            .whereRef('u.id', '=', 'p.faculty_id')
            .whereRef('u.linked_school_id', '=', 'p.school_id')
            .where('u.status', '=', 'active'),
        ),
      ).as('faculty_left'),
    )
    .orderBy('p.due_on')
    .orderBy('p.id')
  const rows = await (
    'ids' in which
      ? plans.where('p.id', 'in', [...which.ids])
      : plans.where('p.status', which.show === 'open' ? '=' : '<>', 'open')
  ).execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const signatures = await tx
    .selectFrom('remediation_signatures')
    .select(['plan_id', 'party', 'signed_by', 'signed_at'])
    .where('plan_id', 'in', ids)
    .orderBy('signed_at')
    .execute()
  const names = await namesIn(tx, ids)
  return rows.map((row) => ({
    ...row,
    kind: row.kind as EvaluationKind,
    items: row.items as Plan['items'],
    status: row.status as Plan['status'],
    faculty_left: Boolean(row.faculty_left),
    student_name: names.get(row.student_id) ?? 'A former student',
    faculty_name: names.get(row.faculty_id) ?? 'A former instructor',
    signatures: signatures
      .filter(({ plan_id: plan }) => plan === row.id)
      .map(({ party, signed_by: by, signed_at: at }) => ({
        party: party as Plan['signatures'][number]['party'],
        name: names.get(by) ?? 'Someone',
        signed_at: at,
      })),
  }))
}
