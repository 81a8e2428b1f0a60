import { z } from 'zod'

/**
 * The file that the matching reads, and the answer it gives. Whole numbers throughout, so that every sum is exact.
 * docs: bench/matching/README.md.
 */
const id = z.string().min(1).max(200)
const count = z.int().min(0).max(1_000_000)
const weight = z.int().min(0).max(10_000)

/** What each wish is worth in points (domain §2.5, soft constraints); a match has the lowest total. */
const weights = z.strictObject({
  /** Choice number squared, times this. */
  rank: weight.default(10),
  /** For an option that does not close a specialty the student still needs, where they need any. */
  coverage: weight.default(20),
  /** For each ten miles. */
  distance: weight.default(1),
  /** For a unit they have been on, and for a specialty they have had. */
  repeat: weight.default(10),
  /** How many times more a choice counts for a student with verified hardship. */
  hardship: z.int().min(0).max(20).default(2),
  /** How many times more it counts for each time that a student went without their first choice, up to three. */
  missedFirst: z.int().min(0).max(20).default(1),
  /** For each rotation that a student goes without, where not everyone has to be placed. */
  unplaced: z.int().min(0).max(1_000_000).default(10_000),
})

const option = z.strictObject({
  id,
  name: z.string().min(1).max(300).optional(),
  unit: id.optional(),
  site: id.optional(),
  specialty: id.optional(),
  /** The blocks it takes up; without any it takes up all of them. */
  blocks: z.array(id).min(1).max(100).optional(),
  seats: count,
  minSeats: count.optional(),
  levels: z
    .array(z.strictObject({ level: id, min: count.optional(), max: count.optional() }))
    .max(50)
    .optional(),
  /** Specialties that have to be completed before. */
  requires: z.array(id).max(50).optional(),
  /** Two-sided matching: the students that it takes, best first. Without it, the draw decides. */
  ranks: z.array(id).max(100_000).optional(),
})

const student = z.strictObject({
  id,
  name: z.string().min(1).max(300).optional(),
  level: id.optional(),
  /** Options, best first. */
  choices: z.array(id).max(5_000).default([]),
  rotations: z.int().min(0).max(50).optional(),
  /** Specialties behind them. */
  completed: z.array(id).max(100).optional(),
  /** Specialties they have to get now. */
  mustHave: z.array(id).max(100).optional(),
  /** Specialties they still need at some time. */
  stillNeeds: z.array(id).max(100).optional(),
  /** Units they have been on. */
  visited: z.array(id).max(1_000).optional(),
  /** Miles to an option. */
  distance: z.record(id, z.int().min(0).max(10_000)).optional(),
  hardship: z.boolean().optional(),
  missedFirst: z.int().min(0).max(20).optional(),
})

/** A problem as it stands in the file. */
const problemShape = z.strictObject({
  version: z.literal(1),
  mode: z.enum(['ranked', 'stable', 'lottery']).default('ranked'),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** In the order of time. */
  blocks: z.array(id).min(1).max(100).optional(),
  /** How many each student gets; one per block at most. */
  rotations: z.int().min(1).max(50).default(1),
  placeEveryone: z.boolean().default(true),
  /** Whether only an option that a student chose may be given to them. */
  onlyChosen: z.boolean().default(false),
  /** Whether a student may come to one unit twice in this match. */
  sameUnitTwice: z.boolean().default(false),
  weights: weights.prefault({}),
  students: z.array(student).max(100_000),
  options: z.array(option).max(20_000),
  /** Bounds on several options together: a unit in a block, a site, an instructor. */
  limits: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(300),
        options: z.array(id).min(1).max(20_000),
        level: id.optional(),
        min: count.optional(),
        max: count.optional(),
      }),
    )
    .max(20_000)
    .default([]),
  /** Options of which a student can have one at most: their dates clash. */
  clashes: z.array(z.array(id).min(2).max(1_000)).max(20_000).default([]),
  /** What is closed to a student, and why: a declared conflict, their employer, their own unit. */
  forbidden: z
    .array(
      z.strictObject({
        student: id,
        option: id.optional(),
        unit: id.optional(),
        site: id.optional(),
        reason: z.string().min(1).max(300).default('a declared conflict'),
      }),
    )
    .max(1_000_000)
    .default([]),
})
export type Problem = z.output<typeof problemShape>
export type ProblemInput = z.input<typeof problemShape>

/** One rule that takes part in an answer: what it is about, and the sentence. */
export interface RuleInWords {
  rule:
    | 'seat'
    | 'seats'
    | 'minimum'
    | 'level'
    | 'limit'
    | 'closed'
    | 'mustHave'
    | 'requires'
    | 'clash'
    | 'unit'
  student?: string
  option?: string
  words: string
}

export interface Metrics {
  students: number
  rotations: number
  placed: number
  unplaced: number
  firstChoice: number
  topThree: number
  /** Of the rotations that were someone's choice. */
  meanRank: number | null
  /** The highest choice number that someone got; null without choices. */
  worstRank: number | null
  notChosen: number
  needsClosed: number
  needsOpen: number
  milesOnAverage: number | null
  /** Of the fullest option, in percent of its seats. */
  fullestOption: number
}

export interface Explanation {
  student: string
  /** One line for each choice, until the last that they got. */
  sentences: string[]
}

export interface Proof {
  status: 'optimal' | 'bound' | 'infeasible' | 'stable' | 'drawn'
  /** What it is proven by. */
  method: 'min-cost flow' | 'mixed-integer program' | 'deferred acceptance' | 'serial draw' | 'rules'
  objective: number | null
  /** No match whatever has a lower total. */
  bound: number | null
  gap: number | null
  /** What a seat more would be worth, by where its bound stands in the file: with these prices anyone can compute the bound again. */
  prices?: Record<string, number>
  /** What the solver did; limits count this, never time. */
  work: Record<string, number>
  /** Rules that cannot hold together; without any one of them they can. */
  conflict?: RuleInWords[]
  irreducible?: boolean
  /** The contradiction in one sentence, where students need more seats than there are. */
  summary?: string
  /** Two-sided matching and the draw: the minimums that are not reached, and that no stable match reaches them. */
  minimums?: string[]
}

export interface MatchResult {
  version: 1
  mode: Problem['mode']
  seed: number
  status: Proof['status']
  assignments: { student: string; options: string[] }[]
  metrics: Metrics | null
  proof: Proof
  explanations: Explanation[]
}

/** A file that cannot be read as a problem: what is wrong, and where. */
export class ProblemError extends Error {
  readonly location: string
  constructor(location: string, message: string) {
    super(message)
    this.location = location
  }
}

/** Reads a file; throws ProblemError with the location of the first thing that makes no sense. */
export function readProblem(text: string): Problem {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const before = text.slice(0, syntaxErrorAt(text)).split('\n')
    throw new ProblemError(
      `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`,
      'This is not JSON.',
    )
  }
  return checkedProblem(value)
}

/** Where JSON stops to make sense: the longest beginning that could still become JSON. */
function syntaxErrorAt(text: string): number {
  const isLost = (length: number): boolean => {
    try {
      JSON.parse(text.slice(0, length))
      return false
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      const at = Number(/position (\d+)/.exec(message)?.[1] ?? -1)
      return !/end of JSON|Unterminated/.test(message) && at < length
    }
  }
  if (!isLost(text.length)) return text.length
  let [fine, lost] = [0, text.length]
  while (lost - fine > 1) {
    const middle = (fine + lost) >> 1
    if (isLost(middle)) lost = middle
    else fine = middle
  }
  return fine
}

/** The same for a value that is no text. */
export function checkedProblem(value: unknown): Problem {
  const parsed = problemShape.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ProblemError(locationOf(issue.path), issue.message)
  }
  checkReferences(parsed.data)
  return parsed.data
}

function locationOf(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (so, part) => (typeof part === 'number' ? `${so}[${part}]` : `${so}${so && '.'}${String(part)}`),
    '',
  )
  return text || 'the whole file'
}

function checkReferences(problem: Problem): void {
  const students = uniqueIds(problem.students, 'students')
  const options = uniqueIds(problem.options, 'options')
  const blocks = new Set(problem.blocks)
  if (problem.blocks && blocks.size < problem.blocks.length) fail('blocks', 'A block is named twice.')
  const units = new Set(problem.options.map((o) => o.unit))
  const sites = new Set(problem.options.map((o) => o.site))
  const known = (set: ReadonlySet<string | undefined>, value: string, where: string, what: string) => {
    if (!set.has(value)) fail(where, `There is no ${what} "${value}".`)
  }
  const once = (values: readonly string[], where: string) => {
    const seen = new Set<string>()
    values.forEach((value, at) => {
      if (seen.has(value)) fail(`${where}[${at}]`, `"${value}" is named twice.`)
      seen.add(value)
    })
  }
  problem.students.forEach((s, at) => {
    s.choices.forEach((choice, i) => known(options, choice, `students[${at}].choices[${i}]`, 'option'))
    once(s.choices, `students[${at}].choices`)
    for (const key of Object.keys(s.distance ?? {}))
      known(options, key, `students[${at}].distance.${key}`, 'option')
  })
  problem.options.forEach((o, at) => {
    o.blocks?.forEach((block, i) => known(blocks, block, `options[${at}].blocks[${i}]`, 'block'))
    o.ranks?.forEach((s, i) => known(students, s, `options[${at}].ranks[${i}]`, 'student'))
    once(o.ranks ?? [], `options[${at}].ranks`)
    if ((o.minSeats ?? 0) > o.seats)
      fail(`options[${at}].minSeats`, `The minimum of ${o.minSeats} is above the ${o.seats} seats.`)
    once(
      (o.levels ?? []).map((l) => l.level),
      `options[${at}].levels`,
    )
    o.levels?.forEach((l, i) => {
      if (l.max !== undefined && (l.min ?? 0) > l.max)
        fail(`options[${at}].levels[${i}].min`, `The minimum of ${l.min} is above the maximum of ${l.max}.`)
    })
    if (problem.mode === 'stable' && o.levels)
      fail(`options[${at}].levels`, 'Two-sided matching knows seats, but no seats by level.')
  })
  problem.limits.forEach((l, at) => {
    l.options.forEach((o, i) => known(options, o, `limits[${at}].options[${i}]`, 'option'))
    once(l.options, `limits[${at}].options`)
    if (l.max !== undefined && (l.min ?? 0) > l.max)
      fail(`limits[${at}].min`, `The minimum of ${l.min} is above the maximum of ${l.max}.`)
    if (l.min === undefined && l.max === undefined)
      fail(`limits[${at}]`, 'A limit needs a minimum or a maximum.')
  })
  problem.clashes.forEach((c, at) => {
    c.forEach((o, i) => known(options, o, `clashes[${at}][${i}]`, 'option'))
    once(c, `clashes[${at}]`)
  })
  problem.forbidden.forEach((f, at) => {
    known(students, f.student, `forbidden[${at}].student`, 'student')
    if (f.option !== undefined) known(options, f.option, `forbidden[${at}].option`, 'option')
    if (f.unit !== undefined) known(units, f.unit, `forbidden[${at}].unit`, 'unit')
    if (f.site !== undefined) known(sites, f.site, `forbidden[${at}].site`, 'site')
    if (f.option === undefined && f.unit === undefined && f.site === undefined)
      fail(`forbidden[${at}]`, 'Name the option, unit or site that is closed to this student.')
  })
  if (problem.mode === 'stable') {
    if (problem.limits.length > 0) fail('limits', 'Two-sided matching knows no limits over several options.')
    if (problem.rotations > 1) fail('rotations', 'Two-sided matching gives one rotation.')
  }
}

function uniqueIds(items: readonly { id: string }[], where: string): Set<string> {
  const seen = new Set<string>()
  items.forEach(({ id: value }, at) => {
    if (seen.has(value)) fail(`${where}[${at}].id`, `"${value}" is named twice.`)
    seen.add(value)
  })
  return seen
}

function fail(location: string, message: string): never {
  throw new ProblemError(location, message)
}
