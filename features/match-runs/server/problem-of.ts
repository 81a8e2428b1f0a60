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
      ...studentOf(student, options, settings.mode),
      ...(needs.get(student.id) && {
        completed: needs.get(student.id)!.completed.map(tagOf),
        stillNeeds: Object.keys(needs.get(student.id)!.gaps).map(tagOf),
        mustHave: settings.must_have
          .filter((specialty) => specialty in needs.get(student.id)!.gaps)
          .slice(0, rotations)
          .map(tagOf),
      }),
    })),
    options: options.map((option) => optionOf(option, facts, settings.mode, blocks?.get(option.id))),
    limits: settings.mode === 'two_sided' ? [] : levelLimits(facts.days),
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

function studentOf(student: StudentFacts, options: readonly OptionFacts[], mode: RunMode) {
  const { id, name, starts, choices, is_hardship, missed_first, visited, latitude, longitude } = student
  const day = options[0]?.first_date
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
    ...(starts !== null && day !== undefined && mode !== 'two_sided' && { level: yearOfStudy(starts, day) }),
  }
}

function optionOf(
  option: OptionFacts,
  { students, days }: Pick<MatchFacts, 'students' | 'days'>,
  mode: RunMode,
  blocks: string[] | undefined,
) {
  const { id, name, unit_id, site_id, specialty, seats, min_seats, taken, level_seats, requires } = option
  const known = new Set(students.map((student) => student.id))
  const ranks = option.student_order.filter((student) => known.has(student))
  const own = days.filter((day) => day.option_id === id)
  const levels = Object.entries(level_seats).map(([level, most]) => {
    const there = own.map((day) => countOf(day, level, (holder) => holder.is_on_it))
    return { level, max: Math.max(0, most - Math.max(0, ...there)) }
  })
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
    ...(levels.length > 0 && mode !== 'two_sided' && { levels }),
    ...(ranks.length > 0 && mode === 'two_sided' && { ranks }),
  }
}

type Holder = OptionDay['holders'][number]

const countOf = (
  { holders }: OptionDay,
  level: string,
  isCounted: (holder: Holder) => boolean = () => true,
) =>
  holders.filter(
    (one) => isCounted(one) && one.starts !== null && yearOfStudy(one.starts, one.date) === level,
  ).length

/**
 * How many more students of each year the units take at once: for each shift, of all options with a shift on its unit at that time
 * together, as it is counted when seats are given.
 */
export function levelLimits(days: readonly OptionDay[]): NonNullable<ProblemInput['limits']> {
  const limits = new Map<string, NonNullable<ProblemInput['limits']>[number] & { max: number }>()
  for (const units of Map.groupBy(days, ({ unit_id }) => unit_id).values())
    for (const day of units) {
      const { unit, starts_at: start, ends_at: end, most_by_level: mostByLevel } = day
      const same = units.filter((one) => one.starts_at < end && start < one.ends_at)
      const options = [...new Set(same.map(({ option_id }) => option_id))].toSorted()
      for (const [level, most] of Object.entries(mostByLevel)) {
        const key = [level, ...options].join()
        const max = Math.max(0, most - countOf(day, level))
        const name = `${unit}, ${studentLevelLabels[level as StudentLevel].toLowerCase()}`
        limits.set(key, { name, options, level, max: Math.min(max, limits.get(key)?.max ?? max) })
      }
    }
  return [...limits.values()]
}
