import { comparePlainDates } from '#core/plain-date.ts'
import { specialtyName } from '#core/specialties.ts'
import type { ProblemInput } from '#features/matching/server/public.ts'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import type { StudentLevel } from '#features/facilities/contract.ts'
import { milesBetween, yearOfStudy } from '#features/wishlists/rules.ts'
import type { RunMode, RunSettings } from '../contract.ts'
import { blocksOf, DECLARED } from '../rules.ts'
import type { MatchFacts, OptionDay, OptionFacts, StudentFacts } from './queries/load-facts.ts'

const modes: Record<RunMode, ProblemInput['mode']> = {
  fair_match: 'ranked',
  lottery: 'lottery',
  two_sided: 'stable',
  // The engine places no one, and each edit is checked against the same model.
  manual: 'ranked',
}

/** A specialty as the sentences of a match name it. */
const tagOf = (specialty: string): string => specialtyName(specialty).toLowerCase()

/** The problem of a run (Domain 2.5): students with their choices and needs, options with their seats, and which are closed to whom. */
export function problemOf(facts: MatchFacts, settings: RunSettings, rotations: number): ProblemInput {
  const { students, options, needs } = facts
  const blocks = rotations > 1 ? blocksOf(options) : null
  const years = settings.mode === 'two_sided' ? null : yearsOf(students, options, facts.days)
  return {
    version: 1,
    mode: modes[settings.mode],
    seed: settings.seed,
    rotations,
    placeEveryone: settings.place_everyone && settings.mode !== 'manual',
    onlyChosen: settings.only_chosen,
    weights: settings.weights,
    ...(blocks && { blocks: [...new Set([...blocks.values()].flat())] }),
    students: students.map((student) => ({
      ...studentOf(student, options),
      ...years?.levelOf(student),
      ...(needs.get(student.id) && {
        completed: needs.get(student.id)!.completed.map(tagOf),
        stillNeeds: Object.keys(needs.get(student.id)!.gaps).map(tagOf),
        mustHave: settings.must_have
          .filter((specialty) => specialty in needs.get(student.id)!.gaps)
          .slice(0, rotations)
          .map(tagOf),
      }),
    })),
    options: options.map((option) => optionOf(option, students, settings.mode, blocks?.get(option.id))),
    limits: years ? levelLimits(options, facts.days, years) : [],
    forbidden: [
      ...facts.closed.map(({ student_id, option_id, reason }) => ({
        student: student_id,
        option: option_id,
        reason,
      })),
      ...students.flatMap(({ id, conflicts }) =>
        conflicts
          .filter(({ option_id }) => options.some((option) => option.id === option_id))
          .map(({ option_id }) => ({
            student: id,
            option: option_id,
            reason: DECLARED,
          })),
      ),
    ],
  }
}

function studentOf(student: StudentFacts, options: readonly OptionFacts[]) {
  const { id, name, choices, is_hardship, missed_first, visited, latitude, longitude } = student
  const distance: Record<string, number> = {}
  if (latitude !== null && longitude !== null)
    for (const option of options)
      if (option.latitude !== null && option.longitude !== null)
        distance[option.id] = milesBetween(
          { latitude, longitude },
          { latitude: option.latitude, longitude: option.longitude },
        )
  return {
    id,
    name,
    choices: choices.filter((choice) => options.some((option) => option.id === choice)),
    visited,
    distance,
    hardship: is_hardship,
    missedFirst: Math.min(20, missed_first),
  }
}

function optionOf(
  option: OptionFacts,
  students: readonly StudentFacts[],
  mode: RunMode,
  blocks: string[] | undefined,
) {
  const { id, name, unit_id, site_id, specialty, seats, min_seats, taken, requires } = option
  const known = new Set(students.map((student) => student.id))
  const ranks = option.student_order.filter((student) => known.has(student))
  return {
    id,
    name,
    specialty: tagOf(specialty),
    seats,
    minSeats: Math.max(0, Math.min(min_seats - taken, seats)),
    requires: requires.map(tagOf),
    ...(unit_id !== null && { unit: unit_id }),
    ...(site_id !== null && { site: site_id }),
    ...(blocks && { blocks }),
    ...(ranks.length > 0 && mode === 'two_sided' && { ranks }),
  }
}

type Limit = NonNullable<ProblemInput['limits']>[number]
type LimitedOption = Pick<OptionFacts, 'id' | 'name' | 'first_date' | 'level_seats'>

/** The days of an option; its first day if no shift of it is known. */
const daysOf = ({ id, first_date: date }: LimitedOption, days: readonly OptionDay[]) => {
  const own: Pick<OptionDay, 'date' | 'holders'>[] = days.filter((day) => day.option_id === id)
  return own.length > 0 ? own : [{ date, holders: [] }]
}

/**
 * The students of a match by year of study, which is counted on each day by itself: a cohort's year may end within the semester. The level
 * of a student is the year, or the years with the day from which each counts.
 */
export function yearsOf(
  students: readonly Pick<StudentFacts, 'starts'>[],
  options: readonly LimitedOption[],
  days: readonly OptionDay[],
) {
  const limited = options.filter(({ level_seats: seats }) => Object.keys(seats).length > 0)
  const dates = [
    ...new Set([...days, ...limited.flatMap((one) => daysOf(one, days))].map(({ date }) => date)),
  ]
  dates.sort(comparePlainDates)
  const starts = [...new Set(students.flatMap((student) => student.starts ?? []))]
  const levels = new Map(
    starts.map((start) => {
      const years = dates.map((date) => yearOfStudy(start, date))
      const changes = dates.filter((_, at) => at > 0 && years[at] !== years[at - 1])
      return [
        start,
        [years[0], ...changes.map((date) => `${yearOfStudy(start, date)} from ${date}`)].join(', '),
      ]
    }),
  )
  const all = new Set(levels.values())
  const isEachKnown = students.every((student) => student.starts !== null)
  return {
    /** None where no year matters, or the student's is not known. */
    levelOf: ({ starts: start }: Pick<StudentFacts, 'starts'>): { level?: string } => {
      const level = levels.get(start ?? '')
      return dates.length > 0 && level ? { level } : {}
    },
    /** Who is in this year on this day, as a limit says it; null for no one. */
    inYear: (year: string, date: string): Pick<Limit, 'level' | 'levels'> | null => {
      const there = [
        ...new Set(starts.filter((one) => yearOfStudy(one, date) === year).map((one) => levels.get(one)!)),
      ].toSorted()
      if (there.length === 0) return null
      if (isEachKnown && there.length === all.size) return {}
      return there.length === 1 ? { level: there[0] } : { levels: there }
    },
  }
}

type Holder = OptionDay['holders'][number]

const countOf = (
  { date, holders }: Pick<OptionDay, 'date' | 'holders'>,
  level: string,
  isCounted: (holder: Holder) => boolean = () => true,
) =>
  holders.filter((one) => isCounted(one) && one.starts !== null && yearOfStudy(one.starts, date) === level)
    .length

/**
 * How many more students of each year an option takes, and the units take at once: for each shift, of all options with a shift on its unit at
 * that time together, as it is counted when seats are given.
 */
export function levelLimits(
  options: readonly LimitedOption[],
  days: readonly OptionDay[],
  years: ReturnType<typeof yearsOf>,
): Limit[] {
  const limits = new Map<string, Limit & { max: number }>()
  const put = (year: string, date: string, limit: Pick<Limit, 'name' | 'options'> & { max: number }) => {
    const who = years.inYear(year, date)
    if (!who) return
    const key = JSON.stringify([limit.options, who])
    const name = `${limit.name}, ${studentLevelLabels[year as StudentLevel].toLowerCase()}`
    const known = limits.get(key)
    const max = Math.max(0, limit.max)
    if (!known || max < known.max) limits.set(key, { name, options: limit.options, ...who, max })
  }
  for (const option of options)
    for (const [year, most] of Object.entries(option.level_seats))
      for (const day of daysOf(option, days))
        put(year, day.date, {
          name: option.name,
          options: [option.id],
          max: most - countOf(day, year, (holder) => holder.is_on_it),
        })
  for (const units of Map.groupBy(days, ({ unit_id }) => unit_id).values())
    for (const day of units) {
      const { unit: name, starts_at: start, ends_at: end, most_by_level: mostByLevel, date } = day
      const same = units.filter((one) => one.starts_at < end && start < one.ends_at)
      const there = [...new Set(same.map(({ option_id }) => option_id))].toSorted()
      for (const [year, most] of Object.entries(mostByLevel))
        put(year, date, { name, options: there, max: most - countOf(day, year) })
    }
  return [...limits.values()]
}
