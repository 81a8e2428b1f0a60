import { dictionaryOf, namedIn } from '#features/mappings/rules.ts'
import { parseDates, parseExceptions } from './dates.ts'
import { parseBreaks, parseObjectives } from './details.ts'
import { parseHours, parseSpokenHours } from './hours.ts'
import { Reader } from './reader.ts'
import { vague } from './sentences.ts'
import { connecting, everyWeeks, takeCourse, takeKind, takeSeats, takeUnitNames } from './take-words.ts'
import type { Vocabulary } from './types.ts'
import { type FoundName, leads, parseNames, parsePeople, parseUnit } from './units.ts'
import { parseWeekdays } from './weekdays.ts'

/** What the words of one series say, before anything is decided: names, days, hours, numbers, and the words that no rule understood. */
export type Said = ReturnType<typeof readWords>

/** Reads the words of one series, each once: what one rule took, the next does not see, so their order matters. */
export function readWords(text: string, vocabulary: Vocabulary) {
  const reader = new Reader(text)
  const isSame = reader.says(
    /(?<![\p{L}])(?:(?:at |in |on )?the\s+)?same(?:\s+(?:as\s+(?:above|before)|units?|places?|hours|times?|dates?|instructors?|seats|weeks))*(?:\s+and\s+(?:units?|places?|hours|times?|dates?|instructors?))?(?![\p{L}])/iu,
  )

  // Objectives have their own words, so they are read first. Then names, because "April Summers" is no month, and "4 West" no hour.
  const objectives = parseObjectives(reader)
  const cohorts = parseNames(reader, vocabulary.cohorts)
  const called = parseNames(reader, vocabulary.people)
  const isPrecepting = ({ name, at: from }: FoundName) =>
    /preceptors?[^,;]*$/i.test(text.slice(0, from)) &&
    vocabulary.preceptors.some((other) => other.name === name)
  const named = called.filter((one) => !isPrecepting(one))
  const namedPreceptors = [
    ...called.filter(isPrecepting).map(({ name, at: from }) => ({
      ...vocabulary.preceptors.find((one) => one.name === name)!,
      at: from,
    })),
    ...parseNames(reader, vocabulary.preceptors),
  ].toSorted((a, b) => a.at - b.at)
  const units = takeUnitNames(reader, vocabulary)
  const exceptions = parseExceptions(reader, vocabulary)
  const vagueDays: string[] = []
  reader.take(vague[0]!.pattern, ([quote]) => vagueDays.push(quote.trim()))
  reader.take(vague[1]!.pattern, ([quote]) => vagueDays.push(quote.trim()))
  const vagueHours: string[] = []
  reader.take(vague[2]!.pattern, ([quote]) => vagueHours.push(quote.trim()))
  const breaks = parseBreaks(reader)
  const plain = parseHours(reader, false)
  const dates = parseDates(reader, vocabulary)
  const every = everyWeeks(reader)
  const seats = takeSeats(reader)
  const written = [...plain, ...parseHours(reader, true)]
  const spoken = parseSpokenHours(reader)
  const weekdays = parseWeekdays(reader)
  const course = takeCourse(reader)
  const kindSaid = takeKind(reader)
  const hasNobody = reader.says(
    /(?<![\p{L}])(?:no\s+instructor(?:\s+yet)?|instructor\s+(?:tbd|tba|to be (?:named|announced|determined|decided)|open)|(?:tbd|tba))(?![\p{L}])/iu,
  )
  const hasNoPreceptor = reader.says(
    /(?<![\p{L}])(?:no\s+preceptors?(?:\s+yet)?|preceptors?\s+(?:tbd|tba|to be (?:named|announced|determined|decided)|open))(?![\p{L}])/iu,
  )
  const preceptors = parsePeople(reader, leads.preceptor, vocabulary.preceptors, namedPreceptors)
  const people = parsePeople(reader, leads.instructor, vocabulary.people, [...named, ...namedPreceptors])
  const kind =
    kindSaid ?? (namedPreceptors.length + preceptors.length > 0 || hasNoPreceptor ? 'precepted' : null)
  const unit = units ?? parseUnit(reader, vocabulary.units)
  // Words for the campus add nothing to the kind of experience.
  reader.says(
    /(?<![\p{L}])(?:(?:on|at)\s+)?(?:our\s+|the\s+)?(?:campus|sim(?:ulation)?\s+(?:lab|center)|skills\s+lab)(?![\p{L}])/iu,
  )
  const areas = namedIn(reader.rest, dictionaryOf([]))
  for (const { word } of areas)
    reader.take(
      new RegExp(`(?<![\\p{L}\\p{N}])${word.split(' ').join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'iu'),
    )
  return {
    isSame,
    objectives,
    cohorts,
    named,
    namedPreceptors,
    exceptions,
    vagueDays,
    vagueHours,
    breaks,
    written,
    spoken,
    dates,
    every,
    seats,
    weekdays,
    course,
    hasNobody,
    hasNoPreceptor,
    preceptors,
    people,
    kind,
    unit,
    area: areas[0]?.specialty ?? null,
    unread: reader.unread(connecting),
  }
}
