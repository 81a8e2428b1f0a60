import { eachDay, type PlainDate } from './plain-date.ts'

/** The days of a term without shifts unless someone plans them anyway: its holidays and breaks, each with its name. */
export function daysOff(term: {
  holidays: readonly { date: PlainDate; name: string }[]
  settings: {
    holidays?: readonly PlainDate[]
    breaks?: readonly { from: PlainDate; to: PlainDate; name: string }[]
  }
}): Map<PlainDate, string> {
  return new Map([
    ...(term.settings.breaks ?? []).flatMap(({ from, to, name }) =>
      eachDay(from, to).map((day) => [day, name] as const),
    ),
    ...(term.settings.holidays ?? []).map((day) => [day, 'Holiday of the school'] as const),
    ...term.holidays.map(({ date, name }) => [date, name] as const),
  ])
}
