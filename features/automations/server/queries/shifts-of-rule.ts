import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { AutomationRule } from '../../contract.ts'

/** SQL condition on `x` for the shifts of a rule: of its school, and if set, of its semester, cohort, and facility or below. */
const ofRule = (rule: AutomationRule): RawBuilder<boolean> => sql`x.school_id = ${rule.school_id}::uuid
  and (${rule.semester_id}::uuid is null or x.semester_id = ${rule.semester_id}::uuid)
  and (${rule.cohort_id}::uuid is null or x.cohort_ids = '{}' or ${rule.cohort_id}::uuid = any (x.cohort_ids))
  and (${rule.facility_id}::uuid is null or exists (select from public.facilities u left join public.facilities p on p.id = u.parent_id
    where u.id = x.facility_id and ${rule.facility_id}::uuid in (u.id, p.id, p.parent_id)))`

/** True if it begins within the rule's number of days. */
const isAhead = (rule: AutomationRule): RawBuilder<boolean> =>
  sql`x.starts_at > now() and x.starts_at <= now() + make_interval(days => ${rule.days_ahead}::integer)`

/** SQL condition on `x`. */
export const hasFreeSeat: RawBuilder<boolean> = sql`x.status = 'published' and x.seats > x.seats_taken`

/** The display name of a shift: its title, otherwise its unit. */
const shiftName = sql<string>`coalesce(x.title, x.course_code, (select f.name from public.facilities f where f.id = x.facility_id), 'On campus')`

type Released = { id: string; version: number; name: string; date: PlainDate; seats: number }

/** Approved shifts of active semesters whose release time has come. */
export async function listReleased(tx: Tx, rule: AutomationRule): Promise<Released[]> {
  const { rows } = await sql<Released>`
      select x.id, x.version, ${shiftName} as name, x.date, coalesce(x.approved_capacity, x.capacity) as seats
      from public.shifts x join public.semesters t on t.id = x.semester_id and t.school_id = x.school_id
      where ${ofRule(rule)} and ${isAhead(rule)} and x.status = 'approved' and t.is_active
        and coalesce((t.settings ->> 'release_at')::timestamptz, '-infinity') <= now()
      order by x.starts_at, x.id limit 500`.execute(tx)
  return rows
}

/** The shifts of a rule, or the one of a suggestion. */
type Which = AutomationRule | { shift_id: string }
const isWhich = (which: Which, ofRules: (rule: AutomationRule) => RawBuilder<boolean>): RawBuilder<boolean> =>
  'shift_id' in which ? sql`x.id = ${which.shift_id}::uuid` : ofRules(which)

type ShiftToRemind = { id: string; name: string; today: string; free: number | null; facts: ShiftFacts }

/** Published shifts with free seats and a person to remind. */
export async function listUnfilled(tx: Tx, which: Which): Promise<ShiftToRemind[]> {
  const { rows } = await sql<ShiftToRemind>`
    select x.id, ${shiftName} as name, app.school_today(x.school_id)::text as today, x.seats - x.seats_taken as free, app.shift_facts(x) as facts from public.shifts x
    where ${isWhich(which, (rule) => sql`${ofRule(rule)} and ${isAhead(rule)}`)} and x.starts_at > now() and ${hasFreeSeat} and cardinality(app.instructors_of(x)) > 0
    order by x.starts_at, x.id limit 500`.execute(tx)
  return rows
}

/** Shifts that ended within the rule's number of days, without a report. */
export async function listUnreported(tx: Tx, which: Which): Promise<ShiftToRemind[]> {
  const { rows } = await sql<ShiftToRemind>`
    select x.id, ${shiftName} as name, app.school_today(x.school_id)::text as today, null as free, app.shift_facts(x) as facts
    from public.shift_reports r join public.shifts x on x.id = r.id
    where ${isWhich(which, (rule) => sql`${ofRule(rule)} and x.ends_at > now() - make_interval(days => ${rule.days_ahead}::integer)`)}
      and r.status in ('due', 'draft', 'returned')
      and cardinality(app.instructors_of(x)) > 0
    order by x.ends_at, x.id limit 500`.execute(tx)
  return rows
}

type Open = { id: string; name: string; date: PlainDate; specialty: Specialty; free: number }

/** The most shifts checked in one run, soonest first, of each specialty as many. */
const MAX_SHIFTS = 60

/** Published shifts with free seats in these specialties. */
export async function listOpen(
  tx: Tx,
  rule: AutomationRule,
  specialties: readonly string[],
): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select x.id, ${shiftName} as name, x.date, x.specialty, x.seats - x.seats_taken as free from public.shifts x
    where ${ofRule(rule)} and ${isAhead(rule)} and ${hasFreeSeat} and x.specialty = any (${specialties}::text[])
    order by row_number() over (partition by x.specialty order by x.starts_at, x.id), x.starts_at, x.id limit ${MAX_SHIFTS}`.execute(
    tx,
  )
  return rows
}

type NotCleared = {
  seat_id: string
  shift_id: string
  student_id: string
  student: string
  name: string
  missing: string[]
  /** The missing types, as one key. */
  missing_key: string
  facts: ShiftFacts
}

/** Upcoming seats whose student is not cleared, as in the school's lists. */
export async function listNotCleared(tx: Tx, which: Which): Promise<NotCleared[]> {
  const { rows } = await sql<NotCleared>`
    select a.id as seat_id, x.id as shift_id, a.student_id, u.full_name as student, ${shiftName} as name, c.missing,
      md5(array_to_string(array(select m from unnest(c.missing_types) m order by m), ';')) as missing_key, app.shift_facts(x) as facts
    from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id join public.seat_clearances c on c.id = a.id
    join public.users u on u.id = a.student_id
    where ${isWhich(which, (rule) => sql`${ofRule(rule)} and ${isAhead(rule)}`)} and x.starts_at > now() and x.status in ${listed(upcomingStates)} and a.status = 'assigned' and c.status = 'not_cleared'
      and cardinality(c.missing) > 0
    order by x.starts_at, u.full_name, a.id limit 500`.execute(tx)
  return rows
}
