import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { runWords } from '../../messages.ts'
import type { AutomationChange, changeQuery } from '../../contract.ts'

/** Changes and suggestions of rules, newest run first, in the order of each run. */
export async function listChanges(
  tx: Tx,
  filter: z.infer<typeof changeQuery>,
): Promise<{ rows: AutomationChange[]; total: number }> {
  const { page, page_size: size } = filter
  const rows = await tx
    .selectFrom('automation_changes as x')
    .innerJoin('automation_rules as a', 'a.id', 'x.rule_id')
    .leftJoin('users as u', 'u.id', 'x.decided_by')
    .select([
      'x.id',
      'x.run_id',
      'x.rule_id',
      'a.name as rule_name',
      'x.entity_id',
      'x.student_id',
      'x.label',
      'x.message',
    ])
    .select(['u.full_name as decided_by_name', 'x.done_at', 'x.created_at', 'x.version'])
    .select([
      sql<AutomationChange['action']>`x.action`.as('action'),
      sql<AutomationChange['status']>`x.status`.as('status'),
      sql<AutomationChange['before']>`x.before`.as('before'),
      sql<AutomationChange['after']>`x.after`.as('after'),
      sql<number>`(count(*) over ())::integer`.as('total'),
    ])
    .$if(filter.status !== undefined, (query) => query.where('x.status', '=', filter.status!))
    .$if(filter.action !== undefined, (query) => query.where('x.action', '=', filter.action!))
    .$if(filter.rule_id !== undefined, (query) => query.where('x.rule_id', '=', filter.rule_id!))
    .$if(filter.run_id !== undefined, (query) => query.where('x.run_id', '=', filter.run_id!))
    .$if(filter.school_id !== undefined, (query) => query.where('x.school_id', '=', filter.school_id!))
    .orderBy('x.created_at', 'desc')
    .orderBy('x.run_id')
    .orderBy('x.position')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return {
    rows: rows.map(({ total: _total, message, ...row }) => ({
      ...row,
      message: message && runWords(message),
    })),
    total: rows[0]?.total ?? 0,
  }
}
