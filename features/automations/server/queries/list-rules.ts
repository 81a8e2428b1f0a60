import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { AutomationRule, ruleQuery } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'
import { scheduleOf } from '../../rules.ts'

type Row = Omit<AutomationRule, 'schedule'> & { cron: string }

const rulesOf = (tx: Tx) =>
  tx
    .selectFrom('automation_rules as a')
    .innerJoin('schools as c', 'c.id', 'a.school_id')
    .leftJoin('shift_templates as t', 't.id', 'a.template_id')
    .leftJoin('semesters as s', 's.id', 'a.semester_id')
    .leftJoin('cohorts as h', 'h.id', 'a.cohort_id')
    .leftJoin('facilities as f', 'f.id', 'a.facility_id')
    .leftJoin('users as u', 'u.id', 'a.owner_id')
    .select([
      'a.id',
      'a.school_id',
      'c.name as school_name',
      'c.time_zone',
      'a.name',
      'a.cron',
      'a.template_id',
    ])
    .select([
      't.name as template_name',
      'a.semester_id',
      's.name as semester_name',
      'a.cohort_id',
      'h.name as cohort_name',
    ])
    .select([
      'a.facility_id',
      'f.name as facility_name',
      'a.days_ahead',
      'a.run_limit',
      'a.to_be_named',
      'a.owner_id',
    ])
    .select([
      'u.full_name as owner_name',
      'a.tried_at',
      'a.failures',
      'a.last_run_at',
      'a.next_run_at',
      'a.version',
    ])
    .select([
      sql<Row['action']>`a.action`.as('action'),
      sql<Row['event']>`a.event`.as('event'),
      sql<Row['mode']>`a.mode`.as('mode'),
      sql<Row['status']>`a.status`.as('status'),
      sql<Row['remind_about']>`a.remind_about`.as('remind_about'),
      sql<Row['halted_why']>`a.halted_why`.as('halted_why'),
      sql<
        Row['last_run_status']
      >`(select r.status from public.automation_runs r where r.rule_id = a.id order by r.created_at desc, r.id limit 1)`.as(
        'last_run_status',
      ),
      sql<number>`(select count(*)::integer from public.automation_changes x where x.rule_id = a.id and x.status = 'suggested')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::integer from public.automation_runs r where r.rule_id = a.id)`.as('runs'),
    ])

const asRule = ({ cron, ...rest }: Row): AutomationRule => ({ ...rest, schedule: scheduleOf(cron) })
const sorts = { name: sql`a.name`, next_run_at: sql`a.next_run_at`, last_run_at: sql`a.last_run_at` }

/** One page of the rules that match a filter. */
export async function listRules(
  tx: Tx,
  filter: z.infer<typeof ruleQuery>,
): Promise<{ rows: AutomationRule[]; total: number }> {
  const { search, sort, dir, page, page_size: size } = filter
  const rows = await rulesOf(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .$if(filter.status !== undefined, (query) => query.where('a.status', '=', filter.status!))
    .$if(filter.action !== undefined, (query) => query.where('a.action', '=', filter.action!))
    .$if(filter.school_id !== undefined, (query) => query.where('a.school_id', '=', filter.school_id!))
    .$if(search !== '', (query) => query.where('a.name', 'ilike', containing(search)))
    .orderBy(sorts[sort], (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('a.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => asRule(row)), total: rows[0]?.total ?? 0 }
}

/** One rule; throws NOT_FOUND if the actor may not see it. */
export async function findRule(tx: Tx, id: string): Promise<AutomationRule> {
  const row = await rulesOf(tx).where('a.id', '=', id).executeTakeFirst()
  return row ? asRule(row) : refuse(automationRefusals, refusal('automation.missing'))
}
