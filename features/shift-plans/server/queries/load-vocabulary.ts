import { sql } from 'kysely'
import { daysOff } from '#core/days-off.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { presetBreak, type Term } from '#features/shifts/rules.ts'
import { shiftOptions } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import type { NamedHours, Vocabulary } from '../../rules/types.ts'

export type School = { vocabulary: Vocabulary; term: Term; zone: string; selfSignup: boolean }

/** What the words of a plan can refer to in a semester: the school's people, cohorts and days, and its partners' units. */
export async function loadVocabulary(tx: Tx, schoolId: string, semesterId: string): Promise<School> {
  const options = await shiftOptions(tx, schoolId)
  const { rows } = await sql<Found>`
    select t.name, t.start_date, t.end_date, t.archived_at, t.settings, c.time_zone, (now() at time zone c.time_zone)::date as today,
      coalesce((select json_agg(json_build_object('date', h.date, 'name', h.name) order by h.date) from public.holidays h
        where h.date between t.start_date and t.end_date), '[]') as holidays
    from public.semesters t join public.schools c on c.id = t.school_id where t.id = ${semesterId}::uuid and t.school_id = ${schoolId}::uuid`.execute(
    tx,
  )
  const found = rows[0] ?? refuse(shiftPlanRefusals, refusal('shift_plan.semester_unknown'))
  return {
    vocabulary: {
      today: found.today,
      term: { name: found.name, from: found.start_date, to: found.end_date },
      off: daysOff(found),
      units: options.units.map(
        ({ id, name, site_name: site, specialty, time_zone: zone, shift_patterns: patterns }) => ({
          id,
          name,
          site: site ?? '',
          specialty,
          zone,
          patterns: patterns.flatMap(hoursOf),
        }),
      ),
      people: options.proctors,
      preceptors: options.preceptors,
      cohorts: options.cohorts,
    },
    term: {
      name: found.name,
      start_date: found.start_date,
      end_date: found.end_date,
      archived_at: found.archived_at,
    },
    zone: found.time_zone,
    selfSignup: options.self_signup,
  }
}

type Found = {
  name: string
  start_date: string
  end_date: string
  archived_at: string | null
  time_zone: string
  today: string
} & Parameters<typeof daysOff>[0]

/** The hours of a unit that are complete; older ones may lack fields. */
function hoursOf({ name, start, end, unpaid_break_min: rest }: Record<string, unknown>): NamedHours[] {
  return typeof name === 'string' && typeof start === 'string' && typeof end === 'string'
    ? [{ name, start, end, rest: Number(rest ?? presetBreak(start, end)) }]
    : []
}
