import { shiftInstants } from '#core/clock-time.ts'
import { formatNumber, roundToHundredths } from '#core/number-text.ts'
import { specialtyLabels } from '#core/specialties.ts'
import type { HourRequirement } from '#features/schools/contract.ts'
import { creditedHours } from '#features/shifts/rules.ts'
import type { Item } from './items.ts'
import type { Vocabulary } from './types.ts'

type Asked = Pick<HourRequirement, 'specialty' | 'course_code' | 'min_hours'>
/** Required hours of cohorts: in total, and by area or course. */
export type CohortHours = {
  cohort_id: string
  name: string
  total: number | null
  requirements: readonly Asked[]
}
export type RequiredHours = {
  cohorts: readonly CohortHours[]
  /** Hours that programs require for courses, for series that name no cohort. */
  courses: readonly { course_code: string; hours: number }[]
  credit_rule: Parameters<typeof creditedHours>[1]
}

type Facts = { vocabulary: Pick<Vocabulary, 'units'>; zone: string; required: RequiredHours }

/**
 * Shifts that give their group more hours than required, each with the sentence: those after the requirement is reached, by day. The course
 * counts first, then the area, then the whole program (domain §2.16: HOURS_OVERSHOOT). Only a warning, because required hours are minimums.
 */
export function shiftsBeyondRequiredHours(
  items: readonly Item[],
  { vocabulary, zone, required }: Facts,
): Map<string, string> {
  const over = new Map<string, string>()
  for (const all of Map.groupBy(items, ({ series }) => series).values()) {
    for (const { what, hours: most, counts } of limitsOf(all[0]!, required)) {
      const some = all.filter(counts).toSorted((a, b) => a.date.localeCompare(b.date))
      const hours = some.map((item) => hoursOf(item, { vocabulary, zone, required }))
      const sum = roundToHundredths(hours.reduce((total, one) => total + one, 0))
      if (sum <= most) continue
      const about = `${what} requires ${hoursWords(most)}; the ${some.length} shifts of this series give each student ${hoursWords(sum)}.`
      let given = 0
      for (const [at, item] of some.entries()) {
        given += hours[at]!
        if (given > most && !over.has(item.temp_id)) over.set(item.temp_id, about)
      }
      break
    }
  }
  return over
}

type Limit = { what: string; hours: number; counts: (item: Item) => boolean }

/** The requirements for a series, the most specific first; of several cohorts, the highest. */
function limitsOf(
  { course_code: course, cohort_ids: ids, specialty }: Item,
  { cohorts, courses }: RequiredHours,
): Limit[] {
  const own = cohorts.filter(({ cohort_id: id }) => ids.includes(id))
  const code = plain(course)
  const asked = (of: (one: Asked) => boolean) => own.map(({ requirements }) => sum(requirements.filter(of)))
  const ofCourse =
    code === ''
      ? []
      : own.length > 0
        ? asked((one) => plain(one.course_code) === code)
        : courses.filter((one) => plain(one.course_code) === code).map(({ hours }) => hours)
  const ofArea = asked((one) => one.specialty === specialty)
  const ofProgram = own.map(({ total }) => total ?? 0)
  const names = own.map(({ name }) => name).join(', ')
  const isAny = () => true
  return [
    { what: course ?? '', hours: Math.max(0, ...ofCourse), counts: isAny },
    {
      what: `${names} in ${specialtyLabels[specialty]}`,
      hours: Math.max(0, ...ofArea),
      counts: (item: Item) => item.specialty === specialty,
    },
    { what: names, hours: Math.max(0, ...ofProgram), counts: isAny },
  ].filter(({ hours }) => hours > 0)
}

const sum = (some: readonly Asked[]): number => some.reduce((total, one) => total + (one.min_hours ?? 0), 0)
/** "NURS 210", "nurs-210" and "NURS210" are the same course. */
const plain = (course: string | null): string => (course ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const hoursWords = (hours: number): string => `${formatNumber(hours, 2)} h`

/** Hours as they would be credited. */
function hoursOf(item: Item, { vocabulary, zone, required }: Facts): number {
  const timeZone = vocabulary.units.find(({ id }) => id === item.facility_id)?.zone ?? zone
  const { startsAt, endsAt } = shiftInstants({
    date: item.date,
    start: item.start_time,
    end: item.end_time,
    timeZone,
  })
  const { start_time, end_time, break_min } = item
  return creditedHours(
    { start_time, end_time, break_min, conference_min: 0, starts_at: startsAt, ends_at: endsAt },
    required.credit_rule,
  )
}
