import { sql } from 'kysely'
import type * as z from 'zod'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRun, ChangeStatus, runQuery } from '../../contract.ts'
import { automationRefusals, runWords } from '../../messages.ts'

const counted = (...statuses: ChangeStatus[]) =>
  sql<number>`(select count(*)::integer from public.automation_changes x where x.run_id = r.id and x.status = any (${statuses}))`

const runsOf = (tx: Tx) =>
  tx
    .selectFrom('automation_runs as r')
    .innerJoin('automation_rules as a', 'a.id', 'r.rule_id')
    .innerJoin('schools as c', 'c.id', 'r.school_id')
    .select([
      'r.id',
      'r.rule_id',
      'a.name as rule_name',
      'c.name as school_name',
      'r.job_id',
      'r.is_scheduled',
    ])
    .select(['r.error', 'r.created_at', 'r.started_at', 'r.finished_at'])
    .select([
      sql<AutomationRun['action']>`a.action`.as('action'),
      sql<number>`cardinality(r.event_ids)`.as('events'),
      sql<AutomationRun['mode']>`r.mode`.as('mode'),
      sql<AutomationRun['status']>`r.status`.as('status'),
      counted('suggested', 'dismissed').as('suggested'),
      counted('done', 'undone').as('done'),
      counted('refused').as('refused'),
    ])

const inWords = (run: AutomationRun): AutomationRun => ({ ...run, error: run.error && runWords(run.error) })

/** Runs, newest first. */
export async function listRuns(
  tx: Tx,
  filter: z.infer<typeof runQuery>,
): Promise<{ rows: AutomationRun[]; total: number }> {
  const { page, page_size: size } = filter
  const rows = await runsOf(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .$if(filter.status !== undefined, (query) => query.where('r.status', '=', filter.status!))
    .$if(filter.rule_id !== undefined, (query) => query.where('r.rule_id', '=', filter.rule_id!))
    .$if(filter.school_id !== undefined, (query) => query.where('r.school_id', '=', filter.school_id!))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => inWords(row)), total: rows[0]?.total ?? 0 }
}

/** One run; throws NOT_FOUND if the actor may not see it. */
export async function findRun(tx: Tx, id: string): Promise<AutomationRun> {
  const row = await runsOf(tx).where('r.id', '=', id).executeTakeFirst()
  return row ? inWords(row) : refuse(automationRefusals, refusal('automation.run_missing'))
}
