import { LONGEST_BREAK } from '#core/shift-limits.ts'
import { experienceLabels } from '#features/shifts/rules.ts'
import { chooseDays } from './choose-days.ts'
import { chooseArea, chooseBreak, chooseObjectives, chooseSeats } from './choose-details.ts'
import { chooseHours } from './choose-hours.ts'
import { chooseLeaders } from './choose-leaders.ts'
import { chooseUnit } from './choose-unit.ts'
import type { Choosing } from './choosing.ts'
import { asking, leave } from './questions.ts'
import { readWords } from './read-words.ts'
import { textsOf } from './sentences.ts'
import type { Answers, Reading, Series, Vocabulary } from './types.ts'

/** Reads a text: series with their days, assumptions, and questions. The same text always gives the same result. */
export function readPlan(prompt: string, vocabulary: Vocabulary, answers: Answers = {}): Reading {
  const reading: Reading = { series: [], assumptions: [], questions: [] }
  for (const [at, text] of textsOf(prompt, vocabulary).entries()) {
    const said = readWords(text, vocabulary)
    const same = said.isSame ? (reading.series.at(-1) ?? null) : null
    reading.series.push(readSeries(text, { said, same, vocabulary, ...asking(at + 1, answers, reading) }))
  }
  return reading
}

/** One series. What is decided first is asked first: the order of the questions is the order on screen. */
function readSeries(text: string, choosing: Choosing): Series {
  const { said, vocabulary, ask, assume } = choosing
  const { kind } = said
  const unitId = chooseUnit(choosing)
  const unit = vocabulary.units.find(({ id }) => id === unitId) ?? null
  const hours = chooseHours(choosing, unit)
  const days = chooseDays(choosing)
  const leaders = chooseLeaders(choosing)
  const capacity = chooseSeats(choosing, leaders.preceptor_ids.length)
  const specialty = chooseArea(choosing, unitId, unit)
  if (kind && kind !== 'group') assume(`It is planned as ${experienceLabels[kind].toLowerCase()}.`)
  const rest = chooseBreak(choosing)
  const objectives = chooseObjectives(choosing)
  for (const words of said.unread)
    ask(
      'unread',
      words,
      `“${words}” was not understood. Leave it out, or say it differently in the text.`,
      leave,
    )
  return {
    text,
    ...days,
    ...leaders,
    start: hours?.start ?? null,
    end: hours?.end ?? null,
    rest: Math.min(rest ?? hours?.rest ?? 30, LONGEST_BREAK),
    unit_id: unitId,
    capacity,
    objectives,
    cohort_ids: said.cohorts.map(({ id }) => id),
    course_code: said.course,
    experience: kind ?? 'group',
    specialty,
  }
}
