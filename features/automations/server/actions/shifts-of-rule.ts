import { type RawBuilder, sql } from 'kysely'
import type { AutomationRule } from '../../contract.ts'

/** Which shifts a rule is about, in SQL of `x`: its school's, and where it says so, of a semester, a cohort, a facility or what is below it. */
export const ofRule = (rule: AutomationRule): RawBuilder<boolean> => sql`x.school_id = ${rule.school_id}::uuid
  and (${rule.semester_id}::uuid is null or x.semester_id = ${rule.semester_id}::uuid)
  and (${rule.cohort_id}::uuid is null or x.cohort_ids = '{}' or ${rule.cohort_id}::uuid = any (x.cohort_ids))
  and (${rule.facility_id}::uuid is null or exists (select from public.facilities u left join public.facilities p on p.id = u.parent_id
    where u.id = x.facility_id and ${rule.facility_id}::uuid in (u.id, p.id, p.parent_id)))`

/** It begins within the days ahead that the rule says. */
export const isAhead = (rule: AutomationRule): RawBuilder<boolean> =>
  sql`x.starts_at > now() and x.starts_at <= now() + make_interval(days => ${rule.days_ahead}::integer)`

/** What people call a shift: its title, else its unit. */
export const shiftName = sql<string>`coalesce(x.title, x.course_code, (select f.name from public.facilities f where f.id = x.facility_id), 'On campus')`
