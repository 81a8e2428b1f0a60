import type { Problem, RuleInWords } from './format.ts'
import { inDrawOrder } from './random.ts'

type Student = Problem['students'][number]
type Option = Problem['options'][number]

/** A minimum and maximum number of students on these options, of one level, several levels together, or all. */
export interface Bound {
  /** Its key in the file: the same for every reader. */
  key: string
  name: string
  rule: 'seats' | 'level' | 'limit'
  options: Int32Array
  /** Index of the level, or after those of a group of levels; −1 for everyone. */
  level: number
  min: number
  max: number
}

/** Why an option is closed to a student, whatever the others get. */
export interface Closed {
  rule: 'closed' | 'requires' | 'mustHave'
  /** The declared reason, or the specialty. */
  detail: string
}

/** The problem with numeric indices: students and options in draw order, so that the order of the file has no effect. */
export interface Model {
  problem: Problem
  students: Student[]
  options: Option[]
  studentAt: Map<string, number>
  optionAt: Map<string, number>
  levels: string[]
  /** Per student. */
  level: Int32Array
  /** How many indices of levels and groups bounds have. */
  levelCount: number
  /** The indices besides −1 by which bounds count a student: their level, and the groups with it. */
  countedAs: (s: number) => readonly number[]
  rotations: Int32Array
  /** The open pairs by student: option[start[s]] to option[start[s + 1] − 1]. */
  start: Int32Array
  option: Int32Array
  /** The points of each of these pairs. */
  cost: Float64Array
  /** The points of a missing rotation. */
  unplaced: number
  /** The blocks that each option uses. */
  blocks: Int32Array[]
  blockCount: number
  bounds: Bound[]
  /** Groups of options of which a student has at most one, in addition to the blocks. */
  clashes: Int32Array[]
  rankOf: (s: number, o: number) => number | null
  closed: (s: number, o: number) => Closed | null
}

export function modelOf(problem: Problem): Model {
  const students = inDrawOrder(problem.students, problem.seed, (s) => s.id)
  const options = inDrawOrder(problem.options, problem.seed, (o) => o.id)
  const studentAt = new Map(students.map((s, at) => [s.id, at]))
  const optionAt = new Map(options.map((o, at) => [o.id, at]))
  const levels = [...new Set(students.flatMap((s) => (s.level === undefined ? [] : [s.level])))].sort()
  const levelAt = new Map(levels.map((name, at) => [name, at]))
  const blockAt = new Map((problem.blocks ?? []).map((name, at) => [name, at]))
  const blockCount = Math.max(1, blockAt.size)
  const allBlocks = Array.from({ length: blockCount }, (_, at) => at)
  const blocks = options.map((o) =>
    Int32Array.from(o.blocks ? o.blocks.map((name) => blockAt.get(name)!) : allBlocks).sort(),
  )
  const rotations = Int32Array.from(students, (s) => s.rotations ?? problem.rotations)

  const ranks = students.map((s) => new Map(s.choices.map((id, at) => [optionAt.get(id)!, at + 1])))
  const rankOf = (s: number, o: number) => ranks[s]!.get(o) ?? null
  const forbidden = new Map<number, Map<string, string>>()
  for (const f of problem.forbidden) {
    const s = studentAt.get(f.student)!
    if (!forbidden.has(s)) forbidden.set(s, new Map())
    const key =
      f.option !== undefined ? `o:${f.option}` : f.unit !== undefined ? `u:${f.unit}` : `s:${f.site}`
    forbidden.get(s)!.set(key, f.reason)
  }
  const grants = new Map<string, number>()
  options.forEach((o, at) => {
    if (o.specialty === undefined) return
    const ends = blocks[at]!.at(-1)!
    grants.set(o.specialty, Math.min(grants.get(o.specialty) ?? Number.POSITIVE_INFINITY, ends))
  })
  const closed = (s: number, o: number): Closed | null => {
    const student = students[s]!
    const option = options[o]!
    const own = forbidden.get(s)
    const declared =
      own &&
      (own.get(`o:${option.id}`) ??
        (option.unit === undefined ? undefined : own.get(`u:${option.unit}`)) ??
        (option.site === undefined ? undefined : own.get(`s:${option.site}`)))
    if (declared !== undefined) return { rule: 'closed', detail: declared }
    if (problem.onlyChosen && rankOf(s, o) === null)
      return { rule: 'closed', detail: 'not among the choices' }
    for (const tag of option.requires ?? []) {
      if (student.completed?.includes(tag)) continue
      const earliest = grants.get(tag)
      if (rotations[s]! > 1 && earliest !== undefined && earliest < blocks[o]![0]!) continue
      return { rule: 'requires', detail: tag }
    }
    if (rotations[s] === 1)
      for (const tag of student.mustHave ?? [])
        if (option.specialty !== tag) return { rule: 'mustHave', detail: tag }
    return null
  }

  const longest = students.reduce((most, s) => Math.max(most, s.choices.length), 0)
  const start = new Int32Array(students.length + 1)
  const pairs: number[] = []
  const costs: number[] = []
  // More points than any match has for its rotations, so that no match with more rotations ever costs more.
  let together = 1
  students.forEach((student, s) => {
    const costOf = costsOf(problem, student, longest)
    // With `onlyChosen`, only the student's choices are checked.
    const open = problem.onlyChosen ? student.choices.map((id) => optionAt.get(id)!) : null
    const count = open ? open.length : options.length
    for (let i = 0; i < count; i++) {
      const o = open ? open[i]! : i
      if (closed(s, o)) continue
      pairs.push(o)
      costs.push(costOf(options[o]!, rankOf(s, o)))
    }
    start[s + 1] = pairs.length
    const dearest = costs.slice(start[s]).reduce((most, cost) => Math.max(most, cost), 0)
    together += dearest * rotations[s]!
  })

  const bounds: Bound[] = []
  options.forEach((o, at) => {
    const name = nameOf(o)
    const members = Int32Array.of(at)
    bounds.push({
      key: `seats ${o.id}`,
      name,
      rule: 'seats',
      options: members,
      level: -1,
      min: o.minSeats ?? 0,
      max: o.seats,
    })
    for (const l of o.levels ?? []) {
      const level = levelAt.get(l.level)
      bounds.push({
        key: `level ${o.id} ${l.level}`,
        name: `${name}, ${l.level}`,
        rule: 'level',
        options: members,
        // An unknown level becomes an extra one that no student has.
        level: level ?? levels.length,
        min: l.min ?? 0,
        max: l.max ?? 1_000_000,
      })
    }
  })
  // By level, its own index and those of its groups; an unknown level is in none.
  const counted = levels.map((_, at) => [at])
  let levelCount = levels.length + 1
  const groupOf = (names: readonly string[]): number => {
    const known = names.flatMap((name) => levelAt.get(name) ?? [])
    if (known.length < 2) return known[0] ?? levels.length
    for (const level of known) counted[level]!.push(levelCount)
    return levelCount++
  }
  for (const [index, l] of problem.limits.entries()) {
    const members = Int32Array.from(l.options, (o) => optionAt.get(o)!).sort()
    const named = l.levels ?? (l.level === undefined ? null : [l.level])
    const level = named === null ? -1 : groupOf(named)
    const seats = members.reduce((sum, o) => sum + options[o]!.seats, 0)
    bounds.push({
      key: `limits[${index}]`,
      name: l.name,
      rule: 'limit',
      options: members,
      level,
      min: l.min ?? 0,
      max: l.max ?? seats,
    })
  }

  const level = Int32Array.from(students, (s) => (s.level === undefined ? -2 : levelAt.get(s.level)!))
  return {
    problem,
    students,
    options,
    studentAt,
    optionAt,
    levels,
    level,
    levelCount,
    countedAs: (s) => counted[level[s]!] ?? [],
    rotations,
    start,
    option: Int32Array.from(pairs),
    cost: Float64Array.from(costs),
    unplaced: problem.weights.unplaced ?? together,
    blocks,
    blockCount,
    bounds,
    clashes: problem.clashes.map((c) => Int32Array.from(c, (o) => optionAt.get(o)!)),
    rankOf,
    closed,
  }
}

/**
 * The points of a student on an option (Domain 2.5): the choice number squared, increased for hardship and for missed first choices, plus
 * miles, a repeated unit or specialty, and a need left open. Without any choices, rank costs nothing.
 */
function costsOf(problem: Problem, student: Student, longest: number) {
  const { weights } = problem
  const factor =
    1 +
    (student.hardship ? weights.hardship : 0) +
    weights.missedFirst * Math.min(student.missedFirst ?? 0, 3)
  const visited = new Set(student.visited)
  const completed = new Set(student.completed)
  const needed = new Set(student.stillNeeds)
  return (option: Option, rank: number | null): number => {
    const wish =
      student.choices.length === 0 ? 0 : rank === null ? (longest + 1) * (longest + 1) : rank * rank
    const again =
      (option.unit !== undefined && visited.has(option.unit) ? 1 : 0) +
      (option.specialty !== undefined && completed.has(option.specialty) ? 1 : 0)
    const open = needed.size > 0 && !(option.specialty !== undefined && needed.has(option.specialty)) ? 1 : 0
    const miles = student.distance?.[option.id] ?? 0
    return (
      factor * weights.rank * wish +
      weights.repeat * again +
      weights.coverage * open +
      Math.floor((weights.distance * (student.hardship ? 1 + weights.hardship : 1) * miles) / 10)
    )
  }
}

export const nameOf = (thing: { id: string; name?: string | undefined }): string => thing.name ?? thing.id

/** The options of each student, by index in the model. */
export type Assignment = readonly (readonly number[])[]

/** Recomputes the points of a whole match from the problem. */
export function totalOf(model: Model, assignment: Assignment): number {
  let total = 0
  assignment.forEach((mine, s) => {
    total += model.unplaced * (model.rotations[s]! - mine.length)
    for (const o of mine) total += costOfPair(model, s, o)
  })
  return total
}

export function costOfPair(model: Model, s: number, o: number): number {
  for (let e = model.start[s]!; e < model.start[s + 1]!; e++) if (model.option[e] === o) return model.cost[e]!
  return Number.POSITIVE_INFINITY
}

/** The hard rules that a match breaks (Domain 2.5), checked against the problem rather than a solver's version of it. */
export function brokenRules(model: Model, assignment: Assignment): RuleInWords[] {
  const broken: RuleInWords[] = []
  const { problem } = model
  assignment.forEach((mine, s) => {
    const student = model.students[s]!
    const who = nameOf(student)
    if (problem.placeEveryone ? mine.length !== model.rotations[s] : mine.length > model.rotations[s]!)
      broken.push({
        rule: 'seat',
        student: student.id,
        words: `${who} has ${mine.length} of ${model.rotations[s]} rotations.`,
      })
    broken.push(...brokenBy(model, s, mine))
  })
  const load = loads(model, assignment)
  model.bounds.forEach((bound, b) => {
    if (load[b]! <= bound.max && load[b]! >= bound.min) return
    broken.push({
      rule: load[b]! < bound.min ? 'minimum' : bound.rule,
      words: `${bound.name} has ${load[b]} students; ${bound.min} to ${bound.max} may come.`,
    })
  })
  return broken
}

/** The rules about one student that these options break together. */
export function brokenBy(model: Model, s: number, mine: readonly number[]): RuleInWords[] {
  const broken: RuleInWords[] = []
  const { problem } = model
  const student = model.students[s]!
  const who = nameOf(student)
  const say = (rule: RuleInWords['rule'], o: number, words: string) =>
    broken.push({ rule, student: student.id, option: model.options[o]!.id, words })
  for (const o of mine) {
    const option = model.options[o]!
    const why = model.closed(s, o)
    if (why) say(why.rule, o, closedWords(model, s, o, why))
    for (const tag of option.requires ?? []) {
      const has =
        student.completed?.includes(tag) ||
        mine.some(
          (p) => model.options[p]!.specialty === tag && model.blocks[p]!.at(-1)! < model.blocks[o]![0]!,
        )
      if (!has && why?.rule !== 'requires')
        say('requires', o, `${who} needs ${tag} before ${nameOf(option)}.`)
    }
  }
  mine.forEach((o, i) => {
    for (const p of mine.slice(i + 1)) {
      const both = `${nameOf(model.options[o]!)} and ${nameOf(model.options[p]!)}`
      if (
        model.blocks[o]!.some((block) => model.blocks[p]!.includes(block)) ||
        model.clashes.some((c) => c.includes(o) && c.includes(p))
      )
        say('clash', o, `${who} cannot have ${both}: their dates clash.`)
      else if (
        !problem.sameUnitTwice &&
        model.options[o]!.unit !== undefined &&
        model.options[o]!.unit === model.options[p]!.unit
      )
        say('unit', o, `${who} cannot have ${both}: they are on the same unit.`)
    }
  })
  for (const tag of student.mustHave ?? [])
    if (mine.length > 0 && !mine.some((o) => model.options[o]!.specialty === tag))
      broken.push({
        rule: 'mustHave',
        student: student.id,
        words: `${who} must have ${tag} in this match.`,
      })
  return broken
}

export function closedWords(model: Model, s: number, o: number, why: Closed): string {
  const who = nameOf(model.students[s]!)
  const where = nameOf(model.options[o]!)
  if (why.rule === 'requires') return `${where} requires ${why.detail}, which ${who} has not completed.`
  if (why.rule === 'mustHave')
    return `${who} must have ${why.detail} in this match, which ${where} does not offer.`
  return `${where} is closed to ${who}: ${why.detail}.`
}

/** True when a bound on an option counts this student there. */
export const isCounted = (model: Model, { level }: Bound, s: number): boolean =>
  level === -1 || model.countedAs(s).includes(level)

/** How many students count toward each bound. */
export function loads(model: Model, assignment: Assignment): Int32Array {
  const perOption = model.options.map(() => new Int32Array(model.levelCount + 1))
  assignment.forEach((mine, s) => {
    for (const o of mine) {
      perOption[o]![0]!++
      for (const level of model.countedAs(s)) perOption[o]![level + 1]!++
    }
  })
  return Int32Array.from(model.bounds, (bound) =>
    bound.options.reduce((sum, o) => sum + perOption[o]![bound.level + 1]!, 0),
  )
}
