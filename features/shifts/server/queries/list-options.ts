import { type RawBuilder, sql } from 'kysely'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftOptions } from '../../contract.ts'

type Part = RawBuilder<unknown>
type Own = Record<'closed' | 'proctors' | 'schools' | 'selfSignup' | 'publishesEarly', Part>

const none = sql`json '[]'`
const no = sql`false`
const plans = sql`(select app.is_superadmin() or app.is_school_admin())`
const listed = (list: Part): Part => sql`coalesce(${list}, ${none})`

/** The options as JSON: those that the caller may read, and those that only app.hidden_options may read for them. */
const optionsIn = (own: Own): Part => {
  const semesters = sql`(select json_agg(json_build_object('id', t.id, 'name', t.name, 'start_date', t.start_date, 'end_date', t.end_date, 'is_active', t.is_active)
    order by t.start_date desc) from public.semesters t where t.school_id = w.school_id and t.archived_at is null)`
  const units = sql`(select json_agg(json_build_object('id', f.id, 'name', f.name, 'site_id', a.id, 'site_name', a.name, 'specialty', u.specialty,
      'time_zone', f.time_zone, 'shift_patterns', u.shift_patterns, 'max_students_per_shift', u.max_students_per_shift, 'closed', ${own.closed})
    order by a.name, f.name) from public.facilities f join public.units u on u.id = f.id left join public.facilities a on a.id = f.parent_id
    where f.id = any (o.facilities) and f.kind = 'unit' and f.status = 'active')`
  return sql`json_build_object('semesters', ${listed(semesters)}, 'cohorts', ${listed(sql`o.cohorts`)}, 'units', ${listed(units)},
    'preceptors', ${listed(sql`o.preceptors`)}, 'proctors', ${listed(own.proctors)}, 'schools', ${listed(own.schools)},
    'self_signup', ${own.selfSignup}, 'publish_without_instructor', ${own.publishesEarly})`
}

/** The caller's school, or the one that a superadmin works in; available as w.school_id in the SQL of these options. */
const within = (school: Part): Part =>
  sql`(select ${school} as school_id) w cross join lateral app.hidden_options(w.school_id) o`

/** The filter options of a student's lists, as a part of the first statement of their pages. */
export const studentOptions = sql`(select ${optionsIn({ closed: none, proctors: none, schools: none, selfSignup: no, publishesEarly: no })}
  from ${within(sql`app.school_id()`)})`

/**
 * The options for filtering and planning shifts (Spec §7: filter data), as a part of a statement: a school's people, terms and partner
 * units; a facility's units and the schools that come there.
 */
export function optionsOf(schoolId: string | null): Part {
  const setting = (key: string): Part => sql`(${plans} and app.school_setting(w.school_id, ${key})::boolean)`
  const options = optionsIn({
    closed: sql`case when ${plans} then ${closedDaysIn(sql`f.id`)} else '[]' end`,
    proctors: sql`(select json_agg(json_build_object('id', u.id, 'name', u.full_name) order by u.full_name) from public.users u
      where u.linked_school_id = w.school_id and u.role = 'proctor' and u.status = 'active' and ${plans})`,
    schools: sql`(select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name) from public.schools c
      where app.role() = 'facility_admin' and exists (select from public.shifts s where s.school_id = c.id and s.submitted_at is not null
        and s.facility_id = any (array(select app.facility_scope(app.facility_id())))))`,
    selfSignup: setting('self_signup'),
    publishesEarly: setting('publish_without_instructor'),
  })
  const school = sql`case when app.is_superadmin() then coalesce(${schoolId}::uuid, app.selected_school_id()) else app.school_id() end`
  return sql`(select ${options} from ${within(school)})`
}

/** Reads the options in a separate statement. */
export async function listOptions(tx: Tx, schoolId: string | null): Promise<ShiftOptions> {
  const { rows } = await sql<{ options: ShiftOptions }>`select ${optionsOf(schoolId)} as options`.execute(tx)
  return rows[0]!.options
}
