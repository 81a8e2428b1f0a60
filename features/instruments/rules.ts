import { refusal } from '#core/refusal.ts'
import type { Answer, Instrument, InstrumentContent, Item, Scale, Timing } from './contract.ts'

/** The answer to an item that did not come up. */
export const NOT_APPLICABLE = 'NA'

/** The time of an evaluation: after a shift, at midterm, or at the end (Domain 2.13). */
export type EvaluationTime = 'shift' | 'midterm' | 'final'

const timingOf: Record<EvaluationTime, Timing> = { shift: 'each_shift', midterm: 'midterm', final: 'final' }

/** The times that an instrument about students is made for; none for others (Domain 2.13). */
export const timesOf = ({
  audience,
  timings,
}: Pick<InstrumentContent, 'audience' | 'timings'>): EvaluationTime[] =>
  (Object.keys(timingOf) as EvaluationTime[]).filter(
    (time) => audience === 'proctor_to_student' && timings.includes(timingOf[time]),
  )

/**
 * Why a school cannot use an instrument at this time; null when it can: published, not retired, and its newest version made for this time
 * (Domain 2.13).
 */
export function choiceBlocker(
  {
    status,
    latest_version: latest,
    made_for: madeFor,
  }: Pick<Instrument, 'status' | 'latest_version' | 'made_for'>,
  time: EvaluationTime,
) {
  if (status === 'retired') return refusal('instrument.retired')
  if (latest === 0) return refusal('instrument.not_published')
  return madeFor.includes(time) ? null : refusal('instrument.wrong_time', { time })
}

/** Why this version of an instrument cannot replace the one before; null when it fits every time that the school uses the instrument at. */
export function replacementBlocker(content: InstrumentContent, usedFor: readonly EvaluationTime[]) {
  const time = usedFor.find((one) => !timesOf(content).includes(one))
  return time ? refusal('instrument.in_use', { time }) : null
}

/** The items of all sections, in order. */
export const itemsOf = (content: Pick<InstrumentContent, 'sections'>): Item[] =>
  content.sections.flatMap(({ items }) => items)

/** The points allowed at this time: each instrument lists those for midterm and final (Domain 2.13: NI is not selectable at the final). */
export function legalPoints(scale: Scale, time: EvaluationTime): string[] {
  if (time === 'midterm') return scale.midterm_allowed
  if (time === 'final') return scale.final_allowed
  return scale.points.map(({ code }) => code)
}

/** True when this item may be answered with "not applicable", which core items never may (Domain 2.0, Grading). */
export const mayBeNotApplicable = (scale: Scale, item: Pick<Item, 'code' | 'critical'>): boolean =>
  scale.na_allowed && !item.critical && !scale.na_forbidden_items.includes(item.code)

const valueOf = (scale: Scale, point: string): number | undefined =>
  scale.points.find(({ code }) => code === point)?.value

/** Whether an answer passes, needs improvement or fails; null if it does not apply or the scale has no passing. */
function gradeOf(scale: Scale, point: string): 'pass' | 'improve' | 'fail' | null {
  const value = valueOf(scale, point)
  if (value === undefined || scale.pass_threshold === null) return null
  if (value >= scale.pass_threshold) return 'pass'
  return scale.fail_below !== null && value < scale.fail_below ? 'fail' : 'improve'
}

/**
 * True when this answer needs a comment: if the item requires it, for a critical item that did not pass, and as the example for a top mark
 * (Domain 2.13).
 */
export function needsComment(scale: Scale, item: Item, point: string): boolean {
  const grade = gradeOf(scale, point)
  return (
    item.comment_required_if.includes(point) ||
    scale.exemplar_at.includes(point) ||
    (item.critical && grade !== null && grade !== 'pass')
  )
}

export type AnswerFault = 'missing' | 'illegal_point' | 'not_applicable' | 'comment_missing'

/** The problems of the answers, by item; empty when they are complete and allowed at this time (Domain 2.13). */
export function answerFaults(
  content: InstrumentContent,
  time: EvaluationTime,
  answers: readonly Answer[],
): { code: string; fault: AnswerFault }[] {
  const legal = legalPoints(content.scale, time)
  const faultOf = (item: Item): AnswerFault | undefined => {
    const given = answers.find(({ code }) => code === item.code)
    if (!given) return 'missing'
    if (given.point === NOT_APPLICABLE)
      return mayBeNotApplicable(content.scale, item) ? undefined : 'not_applicable'
    if (!legal.includes(given.point)) return 'illegal_point'
    if (needsComment(content.scale, item, given.point) && (given.comment ?? '').trim().length < 3)
      return 'comment_missing'
    return undefined
  }
  return itemsOf(content).flatMap((item) => {
    const fault = faultOf(item)
    return fault ? [{ code: item.code, fault }] : []
  })
}

export type Outcome = 'satisfactory' | 'needs_improvement' | 'unsatisfactory' | 'rated'

/** The result of an evaluation: satisfactory only if every item passes; points, and the maximum (Domain 2.13). */
export function resultOf(
  content: InstrumentContent,
  answers: readonly Answer[],
): { outcome: Outcome; score: number; most: number } {
  const { scale } = content
  const points = itemsOf(content).map(({ code }) => answers.find((one) => one.code === code)?.point ?? '')
  const given = points.flatMap((point) => valueOf(scale, point) ?? [])
  const grades = points.map((point) => gradeOf(scale, point))
  const outcome = (): Outcome => {
    if (scale.pass_threshold === null) return 'rated'
    if (grades.includes('fail')) return 'unsatisfactory'
    return grades.includes('improve') ? 'needs_improvement' : 'satisfactory'
  }
  return {
    outcome: outcome(),
    score: given.reduce((sum, value) => sum + value, 0),
    most: given.length * Math.max(...scale.points.map(({ value }) => value)),
  }
}

/**
 * The score of each domain in whole percent of its maximum. A section is a domain; in a list of AACN's domains each item is. Domains
 * without answers that count are left out (Domain 2.14: competencies).
 */
export function domainScores(
  { scale, sections }: Pick<InstrumentContent, 'scale' | 'sections'>,
  answers: readonly Pick<Answer, 'code' | 'point'>[],
): { title: string; percent: number }[] {
  const most = Math.max(...scale.points.map(({ value }) => value))
  if (most === 0) return []
  const points = new Map(answers.map(({ code, point }) => [code, point]))
  const domains = sections.flatMap(({ title, framework, items }) =>
    framework === 'AACN' ? items.map((one) => ({ title: one.text, items: [one] })) : [{ title, items }],
  )
  return domains.flatMap(({ title, items }) => {
    const values = items.flatMap(({ code }) => valueOf(scale, points.get(code) ?? '') ?? [])
    const sum = values.reduce((all, value) => all + value, 0)
    return values.length === 0 ? [] : [{ title, percent: Math.round((sum / (values.length * most)) * 100) }]
  })
}

/** The items that open a remediation plan: any that does not pass at midterm, and a failed critical item at any time (Domain 2.13). */
export function planItems(
  content: InstrumentContent,
  time: EvaluationTime,
  answers: readonly Answer[],
): { code: string; text: string }[] {
  return itemsOf(content).flatMap(({ code, text, critical }) => {
    const grade = gradeOf(content.scale, answers.find((one) => one.code === code)?.point ?? '')
    const opens = time === 'midterm' ? grade === 'fail' || grade === 'improve' : critical && grade === 'fail'
    return opens ? [{ code, text }] : []
  })
}

const twice = (codes: readonly string[]): string | undefined =>
  codes.find((code, at) => codes.indexOf(code) !== at)

/** Why an instrument cannot be published; null when it can: every code is unique, and every code that rules name exists (Domain 2.13). */
export function contentBlocker({ scale, sections, timings }: InstrumentContent) {
  const points = scale.points.map(({ code }) => code)
  const items = sections.flatMap((one) => one.items)
  const again = twice(points) ?? twice(items.map(({ code }) => code))
  if (again !== undefined) return refusal('instrument.code_twice', { code: again })
  if (points.includes(NOT_APPLICABLE)) return refusal('instrument.code_reserved', { code: NOT_APPLICABLE })
  const named = [
    ...scale.midterm_allowed,
    ...scale.final_allowed,
    ...scale.exemplar_at,
    ...items.flatMap((one) => one.comment_required_if),
  ]
  const unknown =
    named.find((code) => !points.includes(code)) ??
    scale.na_forbidden_items.find((code) => !items.some((one) => one.code === code))
  if (unknown !== undefined) return refusal('instrument.code_unknown', { code: unknown })
  const empty = (['midterm', 'final'] as const).find(
    (time) => timings.includes(time) && legalPoints(scale, time).length < 2,
  )
  if (empty) return refusal('instrument.no_points', { time: empty })
  return null
}
