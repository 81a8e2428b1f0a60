import { clockRange } from '#core/clock-time.ts'
import { presetBreak } from '#features/shifts/rules.ts'
import type { Choosing } from './choosing.ts'
import { hoursNamed, hoursToChoose, partOf } from './hours.ts'
import { leave } from './questions.ts'
import type { Hours, KnownUnit, NamedHours } from './types.ts'

const saysHalf = (quote: string): boolean =>
  /[ap]|noon|midnight/i.test(quote.replaceAll(/\bto\b|\btill?\b|\buntil\b|\bfrom\b/gi, '')) ||
  /\b\d{4}\b|\b0\d:|\b(?:1[3-9]|2\d):/.test(quote)

/** The hours of a series: those that are written or spoken of, the previous ones, or the answer to a question; null while it is open. */
export function chooseHours({ said, same, ask, assume }: Choosing, unit: KnownUnit | null): Hours | null {
  const { written, spoken, vagueHours } = said
  let hours: Hours | null = null
  const restOf = (one: Hours) =>
    hoursToChoose(unit).find(({ start, end }) => start === one.start && end === one.end)?.rest ?? one.rest
  const hourChoices = (some: readonly NamedHours[]) =>
    some.map(({ name, start, end }) => ({
      value: `${start} ${end}`,
      label: name ? `${clockRange(start, end)} (${name})` : clockRange(start, end),
    }))
  const chosenHours = (value: string | null) => {
    const [start, end] = (value ?? '').split(' ')
    return start && end ? { start, end, rest: restOf({ start, end, rest: presetBreak(start, end) }) } : null
  }
  for (const extra of written.slice(1))
    ask('more_hours', extra.quote, `“${extra.quote}” is a second time of day. Put it on its own line.`, leave)
  const [first] = written
  if (first && first.readings.length === 1) {
    const [one] = first.readings
    hours = { ...one!, rest: restOf(one!) }
    if (!saysHalf(first.quote)) assume(`“${first.quote}” is ${clockRange(hours.start, hours.end)}.`)
  } else if (first) {
    const fits = first.readings.filter(({ start }) => spoken.some(({ part }) => part === partOf({ start })))
    if (fits.length === 1) hours = { ...fits[0]!, rest: restOf(fits[0]!) }
    else
      hours = chosenHours(
        ask(
          'hours',
          first.quote,
          `Is “${first.quote}” in the morning or in the evening?`,
          hourChoices(first.readings.map((one) => ({ ...one, name: '' }))),
        ),
      )
  } else if (spoken.length > 0) {
    const one = {
      quote: spoken.map(({ quote }) => quote).join(' '),
      part: spoken.find(({ part }) => part)?.part ?? null,
      hours: spoken.find((each) => each.hours)?.hours ?? null,
    }
    const fits = hoursNamed(one, unit)
    if (fits.length === 1) {
      hours = fits[0]!
      assume(
        `“${one.quote}” is ${clockRange(hours.start, hours.end)}${unit?.patterns.some(({ start, end }) => start === hours!.start && end === hours!.end) ? `, as ${unit.name} works` : ''}.`,
      )
    } else
      hours = chosenHours(
        ask(
          'hours',
          one.quote,
          `Which hours are “${one.quote}”${unit ? ` at ${unit.name}` : ''}?`,
          hourChoices(fits.length > 0 ? fits : hoursToChoose(unit)),
        ),
      )
  } else if (vagueHours.length > 0) {
    const part = /afternoon|late/i.test(vagueHours[0]!) ? 'evening' : 'day'
    const all = hoursToChoose(unit)
    hours = chosenHours(
      ask(
        'hours',
        vagueHours[0]!,
        `Which hours are “${vagueHours[0]}”?`,
        hourChoices([
          ...all.filter((one) => partOf(one) === part),
          ...all.filter((one) => partOf(one) !== part),
        ]),
      ),
    )
  } else if (same?.start && same.end) {
    hours = { start: same.start, end: same.end, rest: same.rest }
    assume('Same hours as the previous series.')
  } else
    hours = chosenHours(
      ask('no_hours', '', `At what time${unit ? ` at ${unit.name}` : ''}?`, hourChoices(hoursToChoose(unit))),
    )
  return hours
}
