import { z } from 'zod'

/** The input file of the matching, and its result. All numbers are integers, so that every sum is exact. Docs: bench/matching/README.md. */
const id = z.string().min(1).max(200)
const count = z.int().min(0).max(1_000_000)
const weight = z.int().min(0).max(10_000)

/** The points of each preference (Domain 2.5, soft constraints); a match has the lowest total. */
const weights = z.strictObject({
  /** Multiplied by the square of the choice number. */
  rank: weight.default(10),
  /** For an option outside the specialties that the student still needs, if they need any. */
  coverage: weight.default(20),
  /** Per ten miles. */
  distance: weight.default(1),
  /** For a unit or a specialty that the student has already had. */
  repeat: weight.default(10),
  /** How many times more a choice counts for a student with verified hardship. */
  hardship: z.int().min(0).max(20).default(2),
  /** How many times more a choice counts for each earlier time the student missed their first choice, up to three. */
  missedFirst: z.int().min(0).max(20).default(1),
  /** For each missing rotation, if not everyone has to be placed; if omitted, more than all choices together can cost. */
  unplaced: z.int().min(0).max(1_000_000).optional(),
})

const option = z.strictObject({
  id,
  name: z.string().min(1).max(300).optional(),
  unit: id.optional(),
  site: id.optional(),
  specialty: id.optional(),
  /** The blocks it uses; all of them if omitted. */
  blocks: z.array(id).min(1).max(100).optional(),
  seats: count,
  minSeats: count.optional(),
  levels: z
    .array(z.strictObject({ level: id, min: count.optional(), max: count.optional() }))
    .max(50)
    .optional(),
  /** Specialties that must be completed first. */
  requires: z.array(id).max(50).optional(),
  /** Two-sided matching: the students it accepts, best first. If omitted, the draw decides. */
  ranks: z.array(id).max(100_000).optional(),
})

const student = z.strictObject({
  id,
  name: z.string().min(1).max(300).optional(),
  level: id.optional(),
  /** Options, best first. */
  choices: z.array(id).max(5_000).default([]),
  rotations: z.int().min(0).max(50).optional(),
  /** Completed specialties. */
  completed: z.array(id).max(100).optional(),
  /** Specialties they must get in this match. */
  mustHave: z.array(id).max(100).optional(),
  /** Specialties they still need at some point. */
  stillNeeds: z.array(id).max(100).optional(),
  /** Units they have been on. */
  visited: z.array(id).max(1_000).optional(),
  /** Miles to each option. */
  distance: z.record(id, z.int().min(0).max(10_000)).optional(),
  hardship: z.boolean().optional(),
  missedFirst: z.int().min(0).max(20).optional(),
})

/** A problem as written in the file. */
const problemShape = z.strictObject({
  version: z.literal(1),
  mode: z.enum(['ranked', 'stable', 'lottery']).default('ranked'),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** In chronological order. */
  blocks: z.array(id).min(1).max(100).optional(),
  /** The number of rotations for each student; at most one per block. */
  rotations: z.int().min(1).max(50).default(1),
  placeEveryone: z.boolean().default(true),
  /** True if students may only get options that they chose. */
  onlyChosen: z.boolean().default(false),
  /** True if a student may be on the same unit twice in this match. */
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
        /** Students of these levels together. */
        levels: z.array(id).min(2).max(50).optional(),
        min: count.optional(),
        max: count.optional(),
      }),
    )
    .max(20_000)
    .default([]),
  /** Groups of options with conflicting dates: a student can have at most one of each. */
  clashes: z.array(z.array(id).min(2).max(1_000)).max(20_000).default([]),
  /** Options closed to a student, and why: a declared conflict, their employer, their own unit. */
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

/** One rule of a result: its subject, and its sentence. */
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
  /** Over the rotations that were a choice. */
  meanRank: number | null
  /** The highest choice number that someone got; null without choices. */
  worstRank: number | null
  notChosen: number
  needsClosed: number
  needsOpen: number
  milesOnAverage: number | null
  /** The fullest option, in percent of its seats. */
  fullestOption: number
}

export interface Explanation {
  student: string
  /** One sentence for each choice, up to the last that they got. */
  sentences: string[]
}

export interface Proof {
  status: 'optimal' | 'bound' | 'infeasible' | 'stable' | 'drawn'
  /** How the result is proven. */
  method: 'min-cost flow' | 'mixed-integer program' | 'deferred acceptance' | 'serial draw' | 'rules'
  objective: number | null
  /** A proven lower bound on the total. */
  bound: number | null
  gap: number | null
  /** The value of one more seat, by the bound's key in the file; anyone can recompute the bound from these prices. */
  prices?: Record<string, number>
  /** The solver's work; limits count work, never time. */
  work: Record<string, number>
  /** Rules that cannot all hold; they can if any one is removed. */
  conflict?: RuleInWords[]
  irreducible?: boolean
  /** The contradiction in one sentence, if students need more seats than there are. */
  summary?: string
  /** Two-sided matching and the draw: the minimums that are not reached, and that no stable match can reach them. */
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

/** Thrown for a file that is not a valid problem: what is wrong, and where. */
export class ProblemError extends Error {
  readonly location: string
  constructor(location: string, message: string) {
    super(message)
    this.location = location
  }
}

/** Reads a file; throws ProblemError with the location of the first error. */
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

/** Finds the syntax error in JSON: the end of the longest prefix that could still become valid. */
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

/** Same for a parsed value. */
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
      fail(`options[${at}].levels`, 'Two-sided matching supports seats, but not seats by level.')
  })
  problem.limits.forEach((l, at) => {
    l.options.forEach((o, i) => known(options, o, `limits[${at}].options[${i}]`, 'option'))
    once(l.options, `limits[${at}].options`)
    if (l.level !== undefined && l.levels) fail(`limits[${at}].levels`, 'Name one level or several.')
    once(l.levels ?? [], `limits[${at}].levels`)
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
    if (problem.limits.length > 0)
      fail('limits', 'Two-sided matching doesn’t support limits over several options.')
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
