/** What a series has besides its unit, hours, days and leaders: seats, area, break, objectives. */
import { howMany } from '#core/number-text.ts'
import { LONGEST_BREAK, LONGEST_OBJECTIVE, MAX_OBJECTIVES } from '#core/shift-limits.ts'
import { specialtyLabels } from '#core/specialties.ts'
import { isHeldOnCampus } from '#features/shifts/rules.ts'
import type { Choosing } from './choosing.ts'
import type { KnownUnit, Series } from './types.ts'

/** The number of seats if none is given, as for a new shift. */
const USUAL_SEATS = 8

/** The seats of a series; without a number, one for each preceptor of a precepted one. */
export function chooseSeats({ said, same, ask, assume }: Choosing, preceptors: number): number {
  const { seats, kind } = said
  let capacity = seats.counts[0] ?? USUAL_SEATS
  if (seats.counts.length > 1) {
    const answer = ask(
      'seats',
      seats.quote,
      `How many seats are “${seats.quote}”?`,
      seats.counts.map((count) => ({ value: String(count), label: howMany(count, 'seat') })),
    )
    if (answer) capacity = Number(answer)
  } else if (seats.counts.length === 0 && kind === 'precepted' && !same) {
    capacity = Math.max(preceptors, 1)
    assume('No number of students is named: 1 seat for each preceptor.')
  } else if (seats.counts.length === 0) {
    capacity = same ? same.capacity : USUAL_SEATS
    assume(
      same
        ? 'Same seats as the previous series.'
        : `No number of students is named: ${USUAL_SEATS} seats, as a new shift has.`,
    )
  }
  return capacity
}

/** The area of care: the one that is named, or the answer where no unit decides it; null while it is open. */
export function chooseArea(
  { said, ask }: Choosing,
  unitId: string | null,
  unit: KnownUnit | null,
): Series['specialty'] {
  const onCampus = said.kind !== null && isHeldOnCampus(said.kind)
  if (said.area || (unit === null ? unitId !== null || !onCampus : unit.specialty !== 'other'))
    return said.area
  const choices = Object.entries(specialtyLabels).map(([value, label]) => ({ value, label }))
  return ask('area', '', 'Which area is it?', choices) as Series['specialty']
}

/** The minutes of unpaid break that are named; undefined if none are, or while it is open. */
export function chooseBreak({ said, ask }: Choosing): number | undefined {
  const { breaks } = said
  let [rest] = breaks.minutes
  if (breaks.minutes.length > 1) {
    const answer = ask(
      'breaks',
      breaks.quote,
      `How long is the break? “${breaks.quote}” is one of ${breaks.minutes.length} that are named.`,
      breaks.minutes.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? 'No break' : `${minutes} minutes`,
      })),
    )
    rest = answer === null ? undefined : Number(answer)
  }
  if (rest !== undefined && rest > LONGEST_BREAK)
    ask(
      'break',
      breaks.quote,
      `“${breaks.quote}” is longer than a break can be, which is ${LONGEST_BREAK} minutes. Change the text.`,
      [],
    )
  return rest
}

/** The objectives of each shift; asks to change the text if there are too many or they are too long. */
export function chooseObjectives({ said, ask }: Choosing): string[] {
  const { objectives } = said
  if (objectives.length > MAX_OBJECTIVES || objectives.some((one) => one.length > LONGEST_OBJECTIVE))
    ask(
      'objectives',
      '',
      `At most ${MAX_OBJECTIVES} objectives of ${LONGEST_OBJECTIVE} characters each. Change the text.`,
      [],
    )
  return objectives.slice(0, MAX_OBJECTIVES).map((one) => one.slice(0, LONGEST_OBJECTIVE))
}
