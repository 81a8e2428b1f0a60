import { isHeldOnCampus } from '#features/shifts/rules.ts'
import type { Choosing } from './choosing.ts'
import type { Vocabulary } from './types.ts'
import { nearest } from './units.ts'

/** The unit of a series: the one that is named, the previous one, or the answer to a question; null on campus and while it is open. */
export function chooseUnit({ said, same, vocabulary, ask, assume }: Choosing): string | null {
  const { unit: found, kind } = said
  const onCampus = kind !== null && isHeldOnCampus(kind)
  let unitId: string | null = null
  const choiceOf = (some: Vocabulary['units']) =>
    some.map(({ id, name, site }) => ({ value: id, label: site ? `${name}, ${site}` : name }))
  if (found && found.units.length === 1) {
    unitId = found.units[0]!.id
    const { name, site } = found.units[0]!
    if (!found.isExact) assume(`“${found.quote}” is ${name}${site ? `, ${site}` : ''}.`)
  } else if (found) {
    const isUnknown = found.units.length === 0
    unitId = ask(
      isUnknown ? 'unknown_unit' : 'unit',
      found.quote,
      isUnknown
        ? `You can’t plan at a unit called “${found.quote}”. Which one is it?`
        : `“${found.quote}” matches ${found.units.length} units. Which one is it?`,
      choiceOf(isUnknown ? nearest(found.quote, vocabulary.units) : found.units),
    )
  } else if (same?.unit_id) {
    unitId = same.unit_id
    assume('Same unit as the previous series.')
  } else if (!onCampus) {
    unitId = ask(
      'no_unit',
      '',
      'At which unit?',
      choiceOf(vocabulary.units.toSorted((a, b) => a.name.localeCompare(b.name))),
    )
  }
  return unitId
}
