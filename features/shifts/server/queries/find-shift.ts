import { refusalMessage as sentenceOf } from '#core/refusal.ts'
import { shiftTextNames } from '#core/shift-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { ShiftDetail } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { type LimitFacts, limitsFrom, publishBlocker } from '../../rules.ts'
import { shiftColumns, shiftJoins } from './shift-rows.ts'

type ReadDetail = Omit<ShiftDetail, 'limits' | 'publish_blocker'> & {
  limits: LimitFacts | null
  /** True if the school may publish shifts before an instructor is named. */
  names_later: boolean
}

const texts = sql.join(shiftTextNames.map((name) => sql.ref(`x.${name}`)))

export async function findShift(tx: Tx, id: string): Promise<ShiftDetail | undefined> {
  const { rows } = await sql<ReadDetail>`
    select ${shiftColumns}, t.semester as semester_name, o.name as organization_name,
      coalesce(t.cohorts, '[]') as cohorts,
      x.objectives, x.break_min, x.conference_min, x.credited_hours::float8 as credited_hours, x.credited_hours_override::float8 as credited_hours_override,
      ${texts}, app.school_setting(x.school_id, 'credit_rule') as credit_rule, x.signup_policy, x.signup_opens_at, x.signup_closes_at, x.drop_cutoff_at,
      case when st.id is not null then jsonb_build_object('address', st.address, 'parking_notes', st.parking_notes, 'arrival_instructions', st.arrival_instructions,
        'badge_instructions', st.badge_instructions, 'dress_code', st.dress_code, 'emergency_contact', st.emergency_contact) end as arrival,
      x.submitted_at, x.decided_at, x.decision_code, x.cancel_code, x.status_reason, x.lead_time_reason,
      x.counter || jsonb_build_object('unit_label', (select u.name || coalesce(', ' || v.name, '') from public.facilities u left join public.facilities v on v.id = u.parent_id
        where u.id = (x.counter ->> 'facility_id')::uuid)) as counter,
      x.change || jsonb_build_object('unit_label', (select u.name || coalesce(', ' || v.name, '') from public.facilities u left join public.facilities v on v.id = u.parent_id
        where u.id = (x.change ->> 'facility_id')::uuid)) as change,
      x.published_at, x.instructor_to_be_named, x.copied_from_shift_id, x.is_series_exception, x.created_at, x.updated_at, app.shift_party(x) as party,
      case when app.shift_party(x) is not null then app.limits_of_plan(x.id, '{}') end as limits,
      app.school_setting(x.school_id, 'publish_without_instructor')::boolean as names_later
    from public.shifts x ${shiftJoins}
    join lateral app.names_of_plan(x.id) t on true
    left join public.facilities o on o.id = p.parent_id left join public.sites st on st.id = p.id
    where x.id = ${id}::uuid`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { limits: counted, names_later: schoolAllows, ...shift } = row
  const refused = publishBlocker(shift, { now: new Date().toISOString(), schoolAllows, toBeNamed: false })
  return {
    ...shift,
    limits: counted ? limitsFrom(counted) : [],
    publish_blocker: refused && sentenceOf(shiftRefusals, refused),
  }
}

/** The shifts of a series that a change applies to: only this one, this and the following, or all that can still be changed. */
export async function shiftsOfSeries(
  tx: Tx,
  id: string,
  scope: 'one' | 'following' | 'all',
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select y.id, y.version from public.shifts x join public.shifts y on y.series_id = x.series_id and y.school_id = x.school_id
    where x.id = ${id}::uuid and (y.id = x.id or (${scope} <> 'one' and not y.is_series_exception and y.starts_at > now() and (${scope} = 'all' or y.date >= x.date)))
    order by y.date, y.starts_at, y.id`.execute(tx)
  return rows
}
