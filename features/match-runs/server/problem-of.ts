import type { ProblemInput } from '#features/matching/server/public.ts'
import { milesBetween, yearOfStudy } from '#features/wishlists/rules.ts'
import type { RunMode, RunSettings } from '../contract.ts'
import { blocksOf, DECLARED } from '../rules.ts'
import type { MatchFacts, OptionFacts, StudentFacts } from './queries/load-facts.ts'

const modes: Record<RunMode, ProblemInput['mode']> = {
  fair_match: 'ranked',
  lottery: 'lottery',
  two_sided: 'stable',
  // The engine places no one, and each edit is checked against the same model.
  manual: 'ranked',
}

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
    ...(blocks && { blocks: [...new Set(blocks.values())] }),
    students: students.map((student) => ({
      ...studentOf(student, options, settings.mode),
      ...(needs.get(student.id) && {
        completed: needs.get(student.id)!.completed,
        stillNeeds: Object.keys(needs.get(student.id)!.gaps),
        mustHave: settings.must_have
          .filter((specialty) => specialty in needs.get(student.id)!.gaps)
          .slice(0, rotations),
      }),
    })),
    options: options.map((option) => optionOf(option, students, settings.mode, blocks?.get(option.id))),
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
  students: readonly StudentFacts[],
  mode: RunMode,
  block: string | undefined,
) {
  const { id, name, unit_id, site_id, specialty, seats, min_seats, taken, level_seats, requires } = option
  const known = new Set(students.map((student) => student.id))
  const ranks = option.student_order.filter((student) => known.has(student))
  const levels = Object.entries(level_seats).map(([level, max]) => ({ level, max }))
  return {
    id,
    name,
    specialty,
    seats,
    minSeats: Math.max(0, Math.min(min_seats - taken, seats)),
    requires,
    ...(unit_id !== null && { unit: unit_id }),
    ...(site_id !== null && { site: site_id }),
    ...(block !== undefined && { blocks: [block] }),
    ...(levels.length > 0 && mode !== 'two_sided' && { levels }),
    ...(ranks.length > 0 && mode === 'two_sided' && { ranks }),
  }
}
