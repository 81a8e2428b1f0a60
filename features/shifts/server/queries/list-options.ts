import { type RawBuilder, sql } from 'kysely'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftOptions } from '../../contract.ts'

type Part = RawBuilder<unknown>
type Own = Record<'units' | 'proctors' | 'schools' | 'selfSignup' | 'publishesEarly', Part>

const none = sql`json '[]'`
const listed = (list: Part): Part => sql`coalesce(${list}, ${none})`

/** As JSON: what may only be read past the asker's rights, with what the asker reads. */
const optionsIn = (own: Own): Part =>
  sql`json_build_object('semesters', ${listed(sql`o.semesters`)}, 'cohorts', ${listed(sql`o.cohorts`)}, 'units', ${listed(own.units)},
    'preceptors', ${listed(sql`o.preceptors`)}, 'proctors', ${listed(own.proctors)}, 'schools', ${listed(own.schools)},
    'self_signup', ${own.selfSignup}, 'publish_without_instructor', ${own.publishesEarly})`

const no = sql`false`
/** What the lists of a student are filtered by, as a part of the statement that their pages begin with. */
export const studentOptions = sql`(select ${optionsIn({ units: sql`o.units`, proctors: none, schools: none, selfSignup: no, publishesEarly: no })}
  from app.shift_options() o)`

/**
 * What lists are filtered by and shifts planned with (Spec §7: filter data), as a part of a statement: the school's own people and terms,
 * the units of its partners; for a facility its units and the schools that come there.
 */
export function optionsOf(schoolId: string | null): Part {
  const plans = sql`(app.is_superadmin() or app.is_school_admin())`
  const setting = (key: string): Part => sql`(${plans} and app.school_setting(w.school_id, ${key})::boolean)`
  const options = optionsIn({
    units: sql`(select json_agg(l.unit::jsonb || jsonb_build_object('closed',
        case when ${plans} then ${closedDaysIn(sql`(l.unit ->> 'id')::uuid`)} else '[]' end) order by l.nth)
      from json_array_elements(o.units) with ordinality l (unit, nth))`,
    proctors: sql`(select json_agg(json_build_object('id', u.id, 'name', u.full_name) order by u.full_name) from public.users u
      where u.linked_school_id = w.school_id and u.role = 'proctor' and u.status = 'active' and ${plans})`,
    schools: sql`(select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name) from public.schools c
      where app.role() = 'facility_admin' and exists (select from public.shifts s where s.school_id = c.id and s.submitted_at is not null
        and s.facility_id = any (array(select app.facility_scope(app.facility_id())))))`,
    selfSignup: setting('self_signup'),
    publishesEarly: setting('publish_without_instructor'),
  })
  return sql`(select ${options} from app.shift_options(${schoolId}::uuid) o cross join (select case when app.is_superadmin()
    then coalesce(${schoolId}::uuid, app.selected_school_id()) else app.school_id() end) w (school_id))`
}

/** The same by itself. */
export async function listOptions(tx: Tx, schoolId: string | null): Promise<ShiftOptions> {
  const { rows } = await sql<{ options: ShiftOptions }>`select ${optionsOf(schoolId)} as options`.execute(tx)
  return rows[0]!.options
}
