import type { Explanation } from './format.ts'
import { drawMatch } from './lottery.ts'
import {
  brokenBy,
  costOfPair,
  isCounted,
  loads,
  nameOf,
  type Assignment,
  type Bound,
  type Model,
} from './model.ts'
import type { TwoSided } from './stable.ts'

/** A lower count could identify a person. */
const FEWEST = 5

const requests = (count: number): string =>
  count < FEWEST ? `fewer than ${FEWEST} requests` : `${count} requests`
const seats = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`

/**
 * The explanation for each student (Domain 2.5): their choice, its seats and requests, the rule that decided, and what would have changed
 * it. It comes from the model that made the match, says nothing about other students, never mentions hardship, and gives no count below
 * five.
 */
export function explanationsOf(
  model: Model,
  assignment: Assignment,
  twoSided: TwoSided | null = null,
  isEdited = false,
): Explanation[] {
  const asked = new Int32Array(model.options.length)
  for (const student of model.students) for (const id of student.choices) asked[model.optionAt.get(id)!]!++
  const decide = decider(model, assignment, twoSided, isEdited)
  return model.students.map((student, s) => {
    const mine = assignment[s]!
    const sentences: string[] = []
    const chosen = student.choices.map((id) => model.optionAt.get(id)!)
    const lastGot = chosen.findLastIndex((o) => mine.includes(o))
    // If they got every choice they could, later choices need no explanation.
    const upTo = mine.every((o) => chosen.includes(o)) && mine.length > 0 ? lastGot + 1 : chosen.length
    chosen.slice(0, upTo).forEach((o, at) => {
      const option = model.options[o]!
      const facts = `Your choice ${at + 1} (${nameOf(option)}) had ${seats(option.seats)} and ${requests(asked[o]!)}.`
      sentences.push(mine.includes(o) ? `${facts} You have a seat there.` : `${facts} ${decide(s, o)}`)
    })
    for (const o of mine)
      if (!chosen.includes(o))
        sentences.push(
          chosen.length === 0
            ? `You listed no choices. You have a seat at ${nameOf(model.options[o]!)}.`
            : `You have a seat at ${nameOf(model.options[o]!)}, which was not among your choices${model.problem.placeEveryone && !isEdited ? ': every student gets a seat' : ''}.`,
        )
    const missing = model.rotations[s]! - mine.length
    if (missing > 0)
      sentences.push(
        missing === model.rotations[s]
          ? 'You have no seat in this match.'
          : `You have ${mine.length} of ${model.rotations[s]} rotations in this match.`,
      )
    return { student: student.id, sentences }
  })
}

function decider(model: Model, assignment: Assignment, twoSided: TwoSided | null, isEdited: boolean) {
  const { problem } = model
  const load = new Int32Array(model.options.length)
  for (const mine of assignment) for (const o of mine) load[o]!++
  const extra = problem.mode === 'ranked' && !isEdited ? oneSeatMore(model, assignment) : null
  const inTheWay = blocker(model, assignment)
  const rankings = twoSided ? stableLines(model, assignment, twoSided) : null
  const lottery = problem.mode === 'lottery' && !isEdited ? lotteryLines(model, assignment) : null

  return (s: number, o: number): string => {
    const why = model.closed(s, o)
    const option = model.options[o]!
    if (why?.rule === 'requires')
      return `It requires ${why.detail}. You would need to complete ${why.detail} first.`
    if (why?.rule === 'mustHave')
      return `You need ${why.detail} in this match, and it does not offer that. Without that need it would have been open to you.`
    if (why) return `It was closed to you: ${why.detail}. That would have to change first.`
    if (rankings) return rankings(s, o)
    const isFull = load[o]! >= option.seats
    if (isEdited)
      return isFull
        ? 'All its seats are taken. Your school decided some seats of this match by hand. It would have taken more seats there or fewer students who chose it.'
        : 'Your school decided some seats of this match by hand. Ask your school what would have had to differ.'
    if (lottery) return lottery(s, o)
    if (isFull) {
      const rule =
        'All its seats are taken. Seats go where the choices of all students together are served best, by the weights your school set.'
      const more = extra?.(s, o)
      if (more === true) return `${rule} One more seat there could have been yours.`
      if (more === false) return `${rule} One more seat there would not have been enough.`
      return `${rule} It would have taken more seats there or fewer students who chose it.`
    }
    return ownRule(model, assignment[s]!, s, o, inTheWay)
  }
}

/** Why a free seat did not go to a student: something about them, or a rule that it would have broken. */
function ownRule(model: Model, mine: readonly number[], s: number, o: number, inTheWay: InTheWay): string {
  const option = model.options[o]!
  const clash = mine.find((p) => model.blocks[p]!.some((b) => model.blocks[o]!.includes(b)))
  const sameUnit = mine.find((p) => option.unit !== undefined && model.options[p]!.unit === option.unit)
  const own = costOfPair(model, s, o)
  const cheaper = mine.some((p) => costOfPair(model, s, p) <= own)
  const student = model.students[s]!
  const need = (student.stillNeeds ?? []).find((tag) => mine.some((p) => model.options[p]!.specialty === tag))
  if (cheaper && need !== undefined && option.specialty !== need)
    return `You still need ${need}, and your seat covers that need. Without it this choice could have come first.`
  if (sameUnit !== undefined && !model.problem.sameUnitTwice && model.rotations[s]! > 1)
    return `You have ${nameOf(model.options[sameUnit]!)} on the same unit, and no one goes to the same unit twice. Another rotation there would have to go.`
  if (clash !== undefined && model.rotations[s]! > 1)
    return (
      (costOfPair(model, s, clash) > own ? inTheWay(s, o, clash) : null) ??
      `Its dates clash with your seat at ${nameOf(model.options[clash]!)}. You could have had it only with that seat on other dates.`
    )
  if (cheaper)
    return 'Your seat counts as better for you by the weights your school set: needs, distance, and units you already know. With other weights this choice could have come first.'
  return (
    inTheWay(s, o) ??
    'Several limits and minimums of this match together decided. Ask your school which of them could be wider.'
  )
}

/** What breaks if a student gets an option instead of `given`, or instead of each of their seats if none is named. */
type InTheWay = (s: number, o: number, given?: number) => string | null

/**
 * What breaks if a student exchanges one of their seats (or none, if they lack one) for an option: a limit, a rule between their rotations,
 * or the minimum of the option they leave. Null if some exchange breaks nothing.
 */
function blocker(model: Model, assignment: Assignment): InTheWay {
  const load = loads(model, assignment)
  const at: number[][] = model.options.map(() => [])
  model.bounds.forEach((bound, b) => bound.options.forEach((o) => at[o]!.push(b)))
  const broken = (s: number, o: number, given: number | null): string | null => {
    const rest = assignment[s]!.filter((p) => p !== given)
    const isOf = (bound: Bound, p: number | null) => p !== null && bound.options.includes(p)
    const counting = (p: number) => at[p]!.filter((b) => isCounted(model, model.bounds[b]!, s))
    const full = counting(o).find((b) => load[b]! >= model.bounds[b]!.max && !isOf(model.bounds[b]!, given))
    if (full !== undefined) return limitInWords(model.bounds[full]!)
    const own = brokenBy(model, s, [...rest, o])[0]?.rule
    if (own !== undefined) return betweenRotations(model, s, o, rest, own)
    const low =
      given === null
        ? undefined
        : counting(given).find((b) => load[b]! <= model.bounds[b]!.min && !isOf(model.bounds[b]!, o))
    return low === undefined
      ? null
      : `${model.bounds[low]!.name} needs a minimum number of students and would have had too few without you. A lower minimum there could have let you go.`
  }
  return (s, o, given) => {
    if (given !== undefined) return broken(s, o, given)
    const mine = assignment[s]!
    const exchanges = [...(mine.length < model.rotations[s]! ? [null] : []), ...mine]
    const words = exchanges.map((one) => broken(s, o, one))
    return words.includes(null) ? null : (words[0] ?? null)
  }
}

const limitInWords = ({ name, max }: Bound): string =>
  max === 0
    ? `${name} takes no students. A higher limit there could have made room for you.`
    : `${name} takes at most ${max} ${max === 1 ? 'student, and that seat is' : 'students, and those seats are'} taken. A higher limit there could have made room for you.`

/** The text for a rule between the rotations of one student. */
function betweenRotations(model: Model, s: number, o: number, rest: readonly number[], rule: string): string {
  const clashing = rest.find((p) => brokenBy(model, s, [p, o]).some((one) => one.rule === rule))
  const other =
    clashing === undefined ? 'another of your seats' : `your seat at ${nameOf(model.options[clashing]!)}`
  if (rule === 'clash')
    return `Its dates clash with ${other}. You could have had it only with that seat on other dates.`
  if (rule === 'unit')
    return `It is on the same unit as ${other}, and no one goes to the same unit twice. You could have had it only with that seat on another unit.`
  const { mustHave = [] } = model.students[s]!
  const need = mustHave.find((tag) => ![...rest, o].some((p) => model.options[p]!.specialty === tag))
  if (rule === 'mustHave')
    return `You need ${need} in this match, and your other seats do not offer it. Without that need it would have been open to you.`
  return 'It or another of your seats requires something to be completed first, and your other seats do not give that in time. They would have had to come earlier.'
}

/**
 * Whether one more seat on an option could have gone to a student, exactly: the best use of a freed seat, passed on from student to
 * student, is a shortest path over the options. Null if levels, limits, minimums or several rotations link the options.
 */
function oneSeatMore(model: Model, assignment: Assignment): ((s: number, o: number) => boolean) | null {
  const plain =
    model.rotations.every((k) => k === 1) &&
    model.bounds.every((bound) => bound.rule === 'seats' && bound.min === 0) &&
    assignment.every((mine) => mine.length === 1) &&
    model.options.length <= 400
  if (!plain) return null
  const m = model.options.length
  // The change in points when the best suited student moves from w to v.
  const move = new Float64Array(m * m).fill(Number.POSITIVE_INFINITY)
  const own = new Float64Array(model.students.length)
  for (let s = 0; s < model.students.length; s++) {
    const w = assignment[s]![0]!
    own[s] = costOfPair(model, s, w)
    for (let e = model.start[s]!; e < model.start[s + 1]!; e++) {
      const v = model.option[e]!
      const change = model.cost[e]! - own[s]!
      if (v !== w && change < move[v * m + w]!) move[v * m + w] = change
    }
  }
  const gain = new Float64Array(m)
  for (let changed = true, round = 0; changed && round <= m; round++) {
    changed = false
    for (let v = 0; v < m; v++)
      for (let w = 0; w < m; w++) {
        const through = move[v * m + w]! + gain[w]!
        if (through < gain[v]!) {
          gain[v] = through
          changed = true
        }
      }
  }
  return (s, o) => {
    const change = costOfPair(model, s, o) - own[s]! + gain[assignment[s]![0]!]!
    return change < 0 && change <= gain[o]!
  }
}

/** What decided in a draw: what was in the way when the student first came to a choice. */
function lotteryLines(model: Model, assignment: Assignment) {
  const draw = drawMatch(model)
  // A match that an earlier version gave otherwise.
  const isSame = draw.assignment.every(
    (mine, s) => mine.toSorted().join() === [...assignment[s]!].toSorted().join(),
  )
  return (s: number, o: number): string => {
    const passed = isSame ? draw.passed[s]!.get(o) : undefined
    if (!passed) return 'The draw decided. Ask your school what would have had to differ.'
    const { mine, full } = passed
    const rule = brokenBy(model, s, [...mine, o]).find((one) => one.rule !== 'mustHave')?.rule
    if (rule) return betweenRotations(model, s, o, mine, rule)
    const bound = full === null ? null : model.bounds[full]!
    if (bound?.rule === 'seats')
      return 'When your turn in the draw came, its seats were taken. You could have had it with an earlier turn.'
    if (bound) return limitInWords(bound)
    const need = (model.students[s]!.mustHave ?? []).find(
      (tag) => ![...mine, o].some((p) => model.options[p]!.specialty === tag),
    )
    return `You need ${need} in this match, and after it no seat for that would have been left for you. Without that need it would have been open to you.`
  }
}

function stableLines(model: Model, assignment: Assignment, input: TwoSided) {
  const rankOf = (s: number, o: number): number => {
    for (let e = input.start[s]!; e < input.start[s + 1]!; e++)
      if (input.choice[e] === o) return input.rank[e]!
    return -1
  }
  // For each option, the best position among students who prefer it to what they have.
  const next = new Float64Array(model.options.length).fill(Number.POSITIVE_INFINITY)
  for (let s = 0; s < input.students; s++)
    for (let e = input.start[s]!; e < input.start[s + 1]!; e++) {
      const o = input.choice[e]!
      if (assignment[s]!.includes(o)) break
      if (input.rank[e]! >= 0) next[o] = Math.min(next[o]!, input.rank[e]!)
    }
  return (s: number, o: number): string => {
    const rank = rankOf(s, o)
    const ranks = model.options[o]!.ranks !== undefined
    if (rank < 0) return 'It did not rank you, so you could not get a seat there.'
    const rule = ranks
      ? 'Its seats went to students whom it ranks higher.'
      : 'It has no ranking, so the lottery decided who goes first there.'
    return rank <= next[o]!
      ? `${rule} You are next in line: one more seat would have been offered to you.`
      : `${rule} It would have taken more than one seat more, or a higher position.`
  }
}
