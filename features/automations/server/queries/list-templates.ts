import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { ShiftTemplate, templateQuery } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'

/** Templates of the schools that the actor administers. */
export const templatesOf = (tx: Tx) =>
  tx
    .selectFrom('shift_templates as t')
    .innerJoin('schools as c', 'c.id', 't.school_id')
    .leftJoin('facilities as f', 'f.id', 't.facility_id')
    .leftJoin('facilities as p', 'p.id', 'f.parent_id')
    .select([
      't.id',
      't.school_id',
      'c.name as school_name',
      't.name',
      't.facility_id',
      'f.name as facility_name',
    ])
    .select(['p.name as site_name', 't.weekdays', 't.seats', 't.break_min', 't.course_code', 't.cohort_ids'])
    .select(['t.objectives', 't.is_archived', 't.version'])
    .select([
      sql<ShiftTemplate['specialty']>`t.specialty`.as('specialty'),
      sql<ShiftTemplate['experience_type']>`t.experience_type`.as('experience_type'),
      sql<ShiftTemplate['signup_mode']>`t.signup_mode`.as('signup_mode'),
      sql<string>`to_char(t.start_time, 'HH24:MI')`.as('start_time'),
      sql<string>`to_char(t.end_time, 'HH24:MI')`.as('end_time'),
      sql<number>`(select count(*)::integer from public.automation_rules a where a.template_id = t.id)`.as(
        'rules',
      ),
    ])

/** Templates that match a filter, by name. */
export async function listTemplates(
  tx: Tx,
  filter: z.infer<typeof templateQuery>,
): Promise<{ rows: ShiftTemplate[]; total: number }> {
  const { search, page, page_size: size } = filter
  const like = containing(search)
  const rows = await templatesOf(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('t.is_archived', '=', filter.is_archived)
    .$if(filter.school_id !== undefined, (query) => query.where('t.school_id', '=', filter.school_id!))
    .$if(search !== '', (query) =>
      query.where((eb) => eb.or([eb('t.name', 'ilike', like), eb('f.name', 'ilike', like)])),
    )
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** One template; throws NOT_FOUND if the actor may not see it. */
export async function findTemplate(tx: Tx, id: string): Promise<ShiftTemplate> {
  const row = await templatesOf(tx).where('t.id', '=', id).executeTakeFirst()
  return row ?? refuse(automationRefusals, refusal('automation.template_missing'))
}
