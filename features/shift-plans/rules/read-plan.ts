import { specialtyLabels } from '#core/specialties.ts'
import { clockRange } from '#core/clock-time.ts'
import { LONGEST_BREAK, LONGEST_OBJECTIVE, MAX_OBJECTIVES } from '#core/shift-limits.ts'
import { QUESTION_KEY_LENGTH } from '#core/shift-plan-limits.ts'
import { addDays, eachDay, formatDate, formatRange, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import { experienceWords, isHeldOnCampus, seriesDates } from '#features/shifts/rules.ts'
import { dictionaryOf, namedIn } from '#features/mappings/rules.ts'
import { parseDates, parseExceptions } from './dates.ts'
import { mentionsObjectives, parseBreaks, parseObjectives } from './details.ts'
import { hoursNamed, hoursToChoose, partOf, parseHours, parseSpokenHours } from './hours.ts'
import { Reader } from './reader.ts'
import {
  type FoundName,
  type FoundPerson,
  leads,
  nearest,
  parseNames,
  parsePeople,
  parseUnit,
} from './units.ts'
import { parseWeekdays, weekdayNames, weekdayNumber } from './weekdays.ts'
import type {
  Answers,
  Assumption,
  Named,
  NamedHours,
  Question,
  Reading,
  Series,
  Vocabulary,
} from './types.ts'

/** The number of seats if none is given, as for a new shift. */
const USUAL_SEATS = 8

/** Connecting words that plan nothing. */
const connecting = new Set(
  (
    'a an the and or of on in at to from for with by we i need want would like please plan create add schedule make set up shift shifts clinical clinicals ' +
    'rotation rotations series student students nursing group each every is are be will should have has there that this these it as our us my day days week weeks ' +
    'weekly time times hour hours hrs unit start starts starting end ends ending until through between per then also another both instructor instructors proctor preceptor preceptors ' +
    'led taught date dates where when only just all can course courses cohort cohorts seat seats one same semester term new draft drafts no not who which their they plus too well again'
  ).split(' '),
)
const numberWords: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}

const shortened =
  /(?:^|[\s(])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thur?s?|fri|sat|sun|st|dr|mt|ms|mr|mrs|no|prof|vs|approx|a\.m|p\.m|a\.?m|p\.?m|[a-z])$/i

/** The sentences of a plan, separated by lines, semicolons, and periods that end a sentence. */
export function sentencesOf(prompt: string): { text: string; isLine: boolean }[] {
  return prompt.split(/\n+/).flatMap((line) => {
    const pieces: string[] = []
    let from = 0
    for (const { index } of line.matchAll(/[.;!?](?=\s|$)/g)) {
      const piece = line.slice(from, index)
      if (line[index] === ';' && mentionsObjectives(piece)) continue
      if (line[index] === '.' && shortened.test(piece) && /^\s+\S/.test(line.slice(index + 1))) continue
      pieces.push(piece)
      from = index + 1
    }
    pieces.push(line.slice(from))
    return pieces
      .map((piece) => piece.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
      .filter(Boolean)
      .map((text, at) => ({ text, isLine: at === 0 }))
  })
}

/** True when a sentence names weekdays or days and so starts a series; other sentences belong to the one before. */
function plansDays(text: string, vocabulary: Vocabulary): boolean {
  const reader = new Reader(text)
  parseObjectives(reader)
  parseNames(reader, [
    ...vocabulary.people,
    ...vocabulary.preceptors,
    ...vocabulary.cohorts,
    ...vocabulary.units,
  ])
  parseExceptions(reader, vocabulary)
  if (vague.some(({ pattern }) => pattern.test(reader.rest))) return true
  const { days } = parseDates(reader, vocabulary)
  return days.length > 0 || parseWeekdays(reader).length > 0
}

/** Joins the sentences that belong together: one text for each series. */
export function textsOf(prompt: string, vocabulary: Vocabulary): string[] {
  const texts: string[] = []
  for (const { text } of sentencesOf(prompt))
    if (texts.length === 0 || plansDays(text, vocabulary)) texts.push(text)
    else texts.push(`${texts.at(-1)!}${mentionsObjectives(texts.pop()!) ? '.' : ';'} ${text}`)
  return texts
}

/** Words with several possible days or hours: the plan asks and never guesses. */
const vague: { kind: 'day' | 'hours'; pattern: RegExp }[] = [
  {
    kind: 'day',
    pattern:
      /(?<![\p{L}])(next|this|coming|the first|the following)\s+(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?/iu,
  },
  {
    kind: 'day',
    pattern:
      /(?<![\p{L}])(today|tomorrow|day after tomorrow|next week|this week|next month|this month)(?![\p{L}])/iu,
  },
  {
    kind: 'hours',
    pattern:
      /(?<![\p{L}])(?:in the\s+)?(?:(?:early|late|mid)[\s-]*)?(mornings?|afternoons?)(?![\p{L}])|(?<![\p{L}])(early|late)\s+shifts?/iu,
  },
]

/** Reads a text: series with their days, assumptions, and questions. The same text always gives the same result. */
export function readPlan(prompt: string, vocabulary: Vocabulary, answers: Answers = {}): Reading {
  const reading: Reading = { series: [], assumptions: [], questions: [] }
  for (const [at, text] of textsOf(prompt, vocabulary).entries())
    readSeries(text, at + 1, vocabulary, answers, reading)
  return reading
}

type Asking = {
  ask: (kind: string, quote: string, text: string, choices: Question['choices']) => string | null
  assume: (text: string) => void
}

function asking(series: number, answers: Answers, { questions, assumptions }: Reading): Asking {
  return {
    /** Returns the chosen answer; null while the question is open. */
    ask: (kind, quote, text, choices) => {
      const key = questionKey(`${series} ${kind} ${quote.toLowerCase()}`)
      const answer = answers[key]
      if (answer !== undefined && choices.some(({ value }) => value === answer)) return answer
      questions.push({ key, series, quote, text, choices })
      return null
    },
    assume: (text) => assumptions.push({ series, text } satisfies Assumption),
  }
}

/** The key of a question; long ones are cut, with a hash of the whole, so that passages with the same start differ. */
function questionKey(whole: string): string {
  if (whole.length <= QUESTION_KEY_LENGTH) return whole
  let hash = 0
  for (const sign of whole) hash = (Math.imul(hash, 31) + sign.codePointAt(0)!) >>> 0
  const end = ` ${hash.toString(36)}`
  return `${whole.slice(0, QUESTION_KEY_LENGTH - end.length)}${end}`
}

function readSeries(
  text: string,
  at: number,
  vocabulary: Vocabulary,
  answers: Answers,
  reading: Reading,
): void {
  const { term, today, off } = vocabulary
  const { ask, assume } = asking(at, answers, reading)
  const reader = new Reader(text)
  const before = reading.series.at(-1)
  const isSame =
    reader.says(
      /(?<![\p{L}])(?:(?:at |in |on )?the\s+)?same(?:\s+(?:as\s+(?:above|before)|units?|places?|hours|times?|dates?|instructors?|seats|weeks))*(?:\s+and\s+(?:units?|places?|hours|times?|dates?|instructors?))?(?![\p{L}])/iu,
    ) && before !== undefined

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
  const unitFound = units ?? parseUnit(reader, vocabulary.units)

  // The unit.
  const onCampus = kind !== null && isHeldOnCampus(kind)
  const hasCampus = reader.says(
    /(?<![\p{L}])(?:(?:on|at)\s+)?(?:our\s+|the\s+)?(?:campus|sim(?:ulation)?\s+(?:lab|center)|skills\s+lab)(?![\p{L}])/iu,
  )
  let unitId: string | null = null
  const choiceOf = (some: Vocabulary['units']) =>
    some.map(({ id, name, site }) => ({ value: id, label: site ? `${name}, ${site}` : name }))
  if (unitFound && unitFound.units.length === 1) {
    unitId = unitFound.units[0]!.id
    const { name, site } = unitFound.units[0]!
    if (!unitFound.isExact) assume(`“${unitFound.quote}” is ${name}${site ? `, ${site}` : ''}.`)
  } else if (unitFound) {
    const isUnknown = unitFound.units.length === 0
    unitId = ask(
      isUnknown ? 'unknown_unit' : 'unit',
      unitFound.quote,
      isUnknown
        ? `You can’t plan at a unit called “${unitFound.quote}”. Which one is it?`
        : `“${unitFound.quote}” matches ${unitFound.units.length} units. Which one is it?`,
      choiceOf(isUnknown ? nearest(unitFound.quote, vocabulary.units) : unitFound.units),
    )
  } else if (isSame && before.unit_id) {
    unitId = before.unit_id
    assume('Same unit as the previous series.')
  } else if (!onCampus || !(hasCampus || kind !== null)) {
    unitId = ask(
      'no_unit',
      '',
      'At which unit?',
      choiceOf(vocabulary.units.toSorted((a, b) => a.name.localeCompare(b.name))),
    )
  }
  const unit = vocabulary.units.find(({ id }) => id === unitId) ?? null

  // The hours.
  let hours: { start: string; end: string; rest: number } | null = null
  const restOf = (one: { start: string; end: string; rest: number }) =>
    hoursToChoose(unit).find(({ start, end }) => start === one.start && end === one.end)?.rest ?? one.rest
  const hourChoices = (some: readonly NamedHours[]) =>
    some.map(({ name, start, end }) => ({
      value: `${start} ${end}`,
      label: name ? `${clockRange(start, end)} (${name})` : clockRange(start, end),
    }))
  const chosenHours = (value: string | null) => {
    const [start, end] = (value ?? '').split(' ')
    return start && end ? { start, end, rest: restOf({ start, end, rest: 30 }) } : null
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
  } else if (isSame && before.start && before.end) {
    hours = { start: before.start, end: before.end, rest: before.rest }
    assume('Same hours as the previous series.')
  } else
    hours = chosenHours(
      ask('no_hours', '', `At what time${unit ? ` at ${unit.name}` : ''}?`, hourChoices(hoursToChoose(unit))),
    )

  // The days.
  let days = dates.days
  let from = dates.from
  let to = dates.to
  let onWeekdays = weekdays
  for (const quote of vagueDays) {
    const choices = vagueChoices(quote, vocabulary)
    const answer = ask('day', quote, `Which day is “${quote}”?`, [...choices, ...leave])
    if (answer && answer !== LEAVE) days = [...days, answer]
  }
  const hasSpan = from !== null || to !== null
  if (!hasSpan && isSame && days.length === 0 && vagueDays.length === 0 && before.from) {
    from = before.from
    to = before.to
    assume('Same dates as the previous series.')
  }
  const isSpan = from !== null || to !== null
  if (days.length > 0 && onWeekdays.length > 0 && !isSpan) {
    for (const date of days) {
      if (onWeekdays.includes(weekdayOf(date))) continue
      const near = Array.from({ length: 7 }, (_, n) => addDays(date, n - 3)).filter((one) =>
        onWeekdays.includes(weekdayOf(one)),
      )
      const answer = ask(
        'weekday',
        formatDate(date),
        `${formatDate(date, 'weekday')} is not a ${onWeekdays.map((day) => weekdayNames[day - 1]).join(' or ')}. Which day do you mean?`,
        [date, ...near].map((one) => ({ value: one, label: formatDate(one, 'weekday') })),
      )
      days = days.flatMap((one) => (one === date ? (answer ? [answer] : []) : [one]))
    }
    onWeekdays = []
  }
  for (const said of dates.contradictions)
    ask('contradiction', said, `“${said}”: that date is a different weekday.`, [
      { value: 'date', label: 'Go by the date' },
    ])
  const isSeries = onWeekdays.length > 0 || isSpan || (days.length === 0 && vagueDays.length === 0)
  let span: { from: PlainDate; to: PlainDate } | null = null
  if (isSeries) {
    const soonest = term.from > today ? term.from : addDays(today, 1)
    if (!from && !to) {
      from = soonest
      to = term.to
      assume(
        `No dates are named: ${soonest === term.from ? `all of ${term.name}` : `the rest of ${term.name}`}, ${formatRange(from, to)}.`,
      )
    } else if (!to) {
      to = term.to
      assume(`It runs to the end of ${term.name}, ${formatDate(to)}.`)
    } else if (!from) {
      from = soonest
      assume(`It begins on ${formatDate(from)}${soonest === term.from ? `, with ${term.name}` : ''}.`)
    }
    span = from && to ? { from, to } : null
    if (span && span.to < span.from) {
      ask('span', dates.quote, `“${dates.quote}” ends before it begins. Change the text.`, [])
      span = null
    }
    if (span && onWeekdays.length === 0) {
      const answer = ask(
        'weekdays',
        dates.quote,
        `On which weekdays${dates.quote ? `, ${formatRange(span.from, span.to)}` : ''}?`,
        [
          { value: '1,2,3,4,5', label: 'Monday to Friday' },
          { value: '1,2,3,4,5,6,7', label: 'Every day' },
          ...weekdayNames.map((name, n) => ({ value: String(n + 1), label: `${name}s` })),
        ],
      )
      onWeekdays = answer ? answer.split(',').map(Number) : []
    }
  }
  if (dates.isYearless || exceptions.isYearless) {
    const words = `Dates without a year are those of ${term.name}, ${formatRange(term.from, term.to)}.`
    if (!reading.assumptions.some((one) => one.text === words)) assume(words)
  }
  if (every > 1 && span)
    assume(
      `Every ${every === 2 ? 'other' : 'third'} week is counted from the week of ${formatDate(span.from)}.`,
    )
  if (span && diffTooLong(span)) {
    ask('span', dates.quote, `“${dates.quote}” is longer than a year. Change the text.`, [])
    span = null
  }
  const planned =
    span && onWeekdays.length > 0
      ? seriesDates({ weekdays: onWeekdays, every_weeks: every, ...span, skipped: [] })
      : []
  const all = [...new Set([...planned, ...days])].toSorted()
  const without = new Set(exceptions.days)
  for (const words of exceptions.unknown)
    ask('left_out', words, `“${words}” isn’t a day that can be left out.`, leave)
  const leftOut = all
    .filter((date) => without.has(date))
    .map((date) => ({ date, why: off.get(date) ?? 'Left out by the text' }))
  const missed = [...without].filter((date) => !all.includes(date) && !off.has(date))
  if (missed.length > 0)
    assume(
      `${missed.map((date) => formatDate(date, 'weekday')).join(', ')} ${missed.length === 1 ? 'isn’t a day' : 'aren’t days'} of this series, so nothing is left out there.`,
    )

  // Instructors, preceptors and seats.
  const proctorIds = leadersOf('instructor', named, people, vocabulary.people, { ask, assume })
  const preceptorIds = leadersOf('preceptor', namedPreceptors, preceptors, vocabulary.preceptors, {
    ask,
    assume,
  })
  if (isSame && before.proctor_ids.length > 0 && named.length + people.length === 0 && !hasNobody) {
    proctorIds.push(...before.proctor_ids)
    assume(
      before.proctor_ids.length === 1
        ? 'Same instructor as the previous series.'
        : 'Same instructors as the previous series.',
    )
  }
  if (
    isSame &&
    before.preceptor_ids.length > 0 &&
    namedPreceptors.length + preceptors.length === 0 &&
    !hasNoPreceptor
  ) {
    preceptorIds.push(...before.preceptor_ids)
    assume(
      before.preceptor_ids.length === 1
        ? 'Same preceptor as the previous series.'
        : 'Same preceptors as the previous series.',
    )
  }
  let capacity = seats.counts[0] ?? USUAL_SEATS
  if (seats.counts.length > 1) {
    const answer = ask(
      'seats',
      seats.quote,
      `How many seats are “${seats.quote}”?`,
      seats.counts.map((count) => ({ value: String(count), label: `${count} seats` })),
    )
    if (answer) capacity = Number(answer)
  } else if (seats.counts.length === 0 && kind === 'precepted' && !isSame) {
    capacity = Math.max(preceptorIds.length, 1)
    assume('No number of students is named: 1 seat for each preceptor.')
  } else if (seats.counts.length === 0) {
    capacity = isSame ? before.capacity : USUAL_SEATS
    assume(
      isSame
        ? 'Same seats as the previous series.'
        : `No number of students is named: ${USUAL_SEATS} seats, as a new shift has.`,
    )
  }

  // The area.
  const areas = namedIn(reader.rest, dictionaryOf([]))
  for (const { word } of areas)
    reader.take(
      new RegExp(`(?<![\\p{L}\\p{N}])${word.split(' ').join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'iu'),
    )
  let specialty = areas[0]?.specialty ?? null
  if (!specialty && (unit === null ? unitId === null && onCampus : unit.specialty === 'other')) {
    const answer = ask(
      'area',
      '',
      'Which area is it?',
      Object.entries(specialtyLabels).map(([value, label]) => ({ value, label })),
    )
    specialty = (answer as Series['specialty']) ?? null
  }
  if (kind && kind !== 'group') assume(`It is planned as ${experienceWords[kind].toLowerCase()}.`)

  // Break and objectives of a shift.
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
  if (objectives.length > MAX_OBJECTIVES || objectives.some((one) => one.length > LONGEST_OBJECTIVE))
    ask(
      'objectives',
      '',
      `At most ${MAX_OBJECTIVES} objectives of ${LONGEST_OBJECTIVE} characters each. Change the text.`,
      [],
    )

  for (const words of reader.unread(connecting))
    ask(
      'unread',
      words,
      `“${words}” was not understood. Leave it out, or say it differently in the text.`,
      leave,
    )

  const skipped = new Set(leftOut.map(({ date }) => date))
  reading.series.push({
    text,
    weekdays: onWeekdays,
    from: span?.from ?? null,
    to: span?.to ?? null,
    every,
    start: hours?.start ?? null,
    end: hours?.end ?? null,
    rest: Math.min(rest ?? hours?.rest ?? 30, LONGEST_BREAK),
    unit_id: unitId,
    capacity,
    proctor_ids: proctorIds,
    preceptor_ids: preceptorIds,
    objectives: objectives.slice(0, MAX_OBJECTIVES).map((one) => one.slice(0, LONGEST_OBJECTIVE)),
    cohort_ids: cohorts.map(({ id }) => id),
    course_code: course,
    experience: kind ?? 'group',
    specialty,
    left_out: leftOut,
    days: all.filter((date) => !skipped.has(date)),
  })
}

/** The people who lead a series, in the order they are named: the first becomes the shift's first. */
function leadersOf(
  what: 'instructor' | 'preceptor',
  named: readonly FoundName[],
  found: readonly FoundPerson[],
  all: readonly Named[],
  { ask, assume }: Asking,
): string[] {
  const ids: string[] = []
  for (const one of [...named, ...found].toSorted((a, b) => a.at - b.at)) {
    const id = 'id' in one ? one.id : who(one)
    if (id !== null && !ids.includes(id)) ids.push(id)
  }
  return ids

  function who({ quote, people: [first, ...others] }: FoundPerson): string | null {
    if (first && others.length === 0) {
      if (!ids.includes(first.id)) assume(`“${quote}” is ${first.name}.`)
      return first.id
    }
    const among = first ? [first, ...others] : all
    const answer = ask(
      what,
      quote,
      first
        ? `“${quote}” matches ${among.length} ${what}s. Who is it?`
        : what === 'instructor'
          ? `No instructor of your school is called “${quote}”. Who is it?`
          : `You can’t plan with a preceptor called “${quote}”. Who is it?`,
      [
        ...among.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: `No ${what} yet` },
      ],
    )
    return answer === 'none' ? null : answer
  }
}

const LEAVE = 'leave'
const leave = [{ value: LEAVE, label: 'Leave it out' }]
const diffTooLong = ({ from, to }: { from: PlainDate; to: PlainDate }): boolean => to > addDays(from, 400)
const saysHalf = (quote: string): boolean =>
  /[ap]|noon|midnight/i.test(quote.replaceAll(/\bto\b|\btill?\b|\buntil\b|\bfrom\b/gi, '')) ||
  /\b\d{4}\b|\b0\d:|\b(?:1[3-9]|2\d):/.test(quote)

/** Takes units by their full name, before any part of it is read as a number or a day. */
function takeUnitNames(reader: Reader, { units }: Vocabulary) {
  const isSaid = units.some(({ name }) => name.length > 2 && reader.hasName(name))
  return isSaid ? parseUnit(reader, units) : null
}

function everyWeeks(reader: Reader): number {
  if (
    reader.says(
      /(?<![\p{L}])(?:every\s+(?:other|second|2nd|two|2)\s+weeks?|biweekly|bi-weekly|alternat(?:e|ing)\s+weeks?|on alternate(?=\s))(?![\p{L}])/iu,
    )
  )
    return 2
  if (reader.says(/(?<![\p{L}])every\s+(?:third|3rd|three|3)\s+weeks?(?![\p{L}])/iu)) return 3
  return reader.says(
    /(?<![\p{L}])(?:every\s+)?(?:other|alternate|alternating)(?=\s+(?:mon|tue|wed|thu|fri|sat|sun))/iu,
  )
    ? 2
    : 1
}

const COUNT = String.raw`(\d{1,3}|${Object.keys(numberWords).join('|')})`
const countOf = (word: string): number => numberWords[word.toLowerCase()] ?? Number(word)

function takeSeats(reader: Reader): { quote: string; counts: number[] } {
  const found: { quote: string; counts: number[] } = { quote: '', counts: [] }
  const note = (quote: string, ...counts: number[]) => {
    if (counts.some((count) => count < 1 || count > 500)) return false
    found.quote ||= quote.trim()
    found.counts.push(...counts.filter((count) => !found.counts.includes(count)))
    return true
  }
  const THEY = String.raw`(?:nursing\s+)?(?:students?|seats?|spots?|learners?|places|people)(?![\p{L}])(?:\s+(?:each|per\s+(?:shift|day)|max(?:imum)?|at\s+most))?`
  const most = String.raw`(?<![\p{L}\p{N}])(?:(?:up\s+to|max(?:imum)?(?:\s+of)?|at\s+most|for|with|(?:a\s+)?groups?\s+of)\s+)*`
  reader.take(
    new RegExp(`${most}${COUNT}\\s*(?:-|–|to|or)\\s*${COUNT}\\s+${THEY}`, 'iu'),
    ([quote, one = '', other = '']) => note(quote, countOf(one), countOf(other)),
  )
  reader.take(new RegExp(`${most}${COUNT}\\s+${THEY}`, 'iu'), ([quote, one = '']) =>
    note(quote, countOf(one)),
  )
  reader.take(
    new RegExp(
      `(?<![\\p{L}])(?:students|seats|capacity|max(?:imum)?|groups?\\s+of|up\\s+to)\\s*[:=]?\\s*(\\d{1,3})(?![\\p{L}\\p{N}:/-])`,
      'iu',
    ),
    ([quote, one = '']) => note(quote, countOf(one)),
  )
  return found
}

function takeCourse(reader: Reader): string | null {
  let course: string | null = null
  reader.take(/(?<![\p{L}\p{N}])([A-Z]{2,6}[\s-]?\d{3,4}[A-Z]?)(?![\p{L}\p{N}])/u, ([, code]) => {
    if (course !== null) return false
    course = code!.replaceAll(/\s+/g, ' ')
    return true
  })
  return course
}

const kinds: readonly [RegExp, ExperienceType][] = [
  [/(?<![\p{L}])(?:precepted(?!\s+by)|preceptorships?)(?![\p{L}])/iu, 'precepted'],
  [/(?<![\p{L}])sim(?:ulations?|s)?(?![\p{L}])(?:\s+(?:days?|lab|center))?/iu, 'simulation'],
  [/(?<![\p{L}])skills[\s-]+labs?(?![\p{L}])/iu, 'skills_lab'],
  [/(?<![\p{L}])observations?(?:al)?(?![\p{L}])/iu, 'observation'],
  [/(?<![\p{L}])orientations?(?![\p{L}])/iu, 'orientation'],
  [/(?<![\p{L}])make-?\s?ups?(?![\p{L}])/iu, 'makeup'],
]
function takeKind(reader: Reader): ExperienceType | null {
  return kinds.find(([pattern]) => reader.says(pattern))?.[1] ?? null
}

/** The days that vague words can mean, from today and from the semester's first day. */
function vagueChoices(quote: string, { today, term }: Vocabulary): { value: string; label: string }[] {
  const word = /(mon|tue|wed|thu|fri|sat|sun)/i.exec(quote)?.[1]
  const start = term.from > today ? term.from : addDays(today, 1)
  const days = word
    ? [...eachDay(addDays(today, 1), addDays(today, 14)), ...eachDay(start, addDays(start, 13))].filter(
        (day) => weekdayOf(day) === weekdayNumber(word),
      )
    : /^tomorrow/i.test(quote)
      ? [addDays(today, 1)]
      : /^today/i.test(quote)
        ? [today]
        : eachDay(start, addDays(start, 6))
  return [...new Set(days)]
    .toSorted()
    .slice(0, 7)
    .map((day) => ({ value: day, label: formatDate(day, 'weekday') }))
}
