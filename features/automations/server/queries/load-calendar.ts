import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule } from '../../contract.ts'

type Term = { id: string; start_date: PlainDate; end_date: PlainDate }
type Calendar = { today: PlainDate; terms: Term[]; off: { from: PlainDate; to: PlainDate }[] }

/** Today at the school, its semesters, and its days off: the school's, the country's, and the unit's. */
export async function loadCalendar(tx: Tx, rule: AutomationRule, unit: string | null): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select app.school_today(c.id) as today,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'start_date', s.start_date, 'end_date', s.end_date) order by s.is_active desc, s.start_date)
        from public.semesters s where s.school_id = c.id and s.archived_at is null and (${rule.semester_id}::uuid is null or s.id = ${rule.semester_id}::uuid)), '[]') as terms,
      coalesce((select jsonb_agg(jsonb_build_object('from', d.day, 'to', d.upto)) from (
        select h.date as day, h.date as upto from public.holidays h where h.date between current_date - 1 and current_date + 200
        union all select x.value::date, x.value::date from public.semesters s, jsonb_array_elements_text(coalesce(s.settings -> 'holidays', '[]')) x where s.school_id = c.id
        union all select (b ->> 'from')::date, (b ->> 'to')::date from public.semesters s, jsonb_array_elements(coalesce(s.settings -> 'breaks', '[]')) b where s.school_id = c.id) d), '[]')
        || ${closedDaysIn(sql`${unit}::uuid`)} as off
    from public.schools c where c.id = ${rule.school_id}::uuid`.execute(tx)
  return rows[0]!
}
