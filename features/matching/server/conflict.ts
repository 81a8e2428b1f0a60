import type { RuleInWords } from './format.ts'
import { brokenBy, closedWords, isCounted, nameOf, type Bound, type Model } from './model.ts'
import { matchByProgram, loadSolver, type Row } from './program.ts'
import { matchBySeats, nested } from './relaxation.ts'
import { seatShortage } from './seat-shortage.ts'

export interface Conflict {
  rules: RuleInWords[]
  /** The conflict in one sentence, if students need more seats than there are. */
  summary?: string
  /** True when it is proven that the rules can hold if any one of them is removed. */
  irreducible: boolean
}

/**
 * Limits on the work of reducing a conflict: pairs of students and options in one check, and pairs over all checks. They count work, not
 * time.
 */
const MAX_PAIRS = 40_000
const MAX_ASKED = 300 * MAX_PAIRS
const MAX_QUESTIONS = 3_000

/** One rule that can be removed. */
type Item =
  | { kind: 'row'; row: Row }
  | { kind: 'least'; bound: number }
  | { kind: 'most'; bound: number }
  | { kind: 'closed'; student: number; option: number }

/** A minimal set of rules that cannot all hold; null if a linear program can satisfy seats, levels, blocks and each student's rules. */
export async function conflictOf(model: Model): Promise<Conflict | null> {
  const impossible = model.bounds.findIndex((bound) => bound.min > bound.max)
  if (impossible >= 0)
    return {
      rules: [
        atLeast(model.bounds[impossible]!),
        {
          rule: model.bounds[impossible]!.rule,
          words: `${model.bounds[impossible]!.name} takes at most ${people(model.bounds[impossible]!.max)}.`,
        },
      ],
      irreducible: true,
    }
  const alone = model.students.findIndex((_, s) => !canBePlaced(model, s))
  if (alone >= 0) return conflictOfOne(model, alone)
  if (model.rotations.every((k) => k <= 1) && isNested(model)) {
    const found = tooFewSeats(model)
    if (found) return found
  }
  return null
}

/** Same for a program that found no match: starts from the rows of its contradiction. */
export async function conflictOfRows(
  model: Model,
  rows: readonly Row[],
  closed: readonly [number, number][],
): Promise<Conflict> {
  const items: Item[] = []
  for (const row of rows) {
    if (row.kind !== 'bound') items.push({ kind: 'row', row })
    else {
      const bound = Number(row.of)
      items.push({ kind: 'most', bound })
      if (model.bounds[bound]!.min > 0) items.push({ kind: 'least', bound })
    }
  }
  for (const [student, option] of closed) items.push({ kind: 'closed', student, option })
  return reduced(model, items)
}

/** Reduces the complete set of rules, for a problem that is small enough. */
export async function conflictOfAll(model: Model): Promise<Conflict> {
  return reduced(model, allItems(model, null))
}

function allItems(model: Model, only: number | null): Item[] {
  const items: Item[] = []
  const row = (kind: Row['kind'], student: number, of: number | string, of2?: string) =>
    items.push({ kind: 'row', row: { kind, student, of, lower: 0, upper: 0, ...(of2 && { of2 }) } })
  if (only === null)
    model.bounds.forEach((bound, at) => {
      items.push({ kind: 'most', bound: at })
      if (bound.min > 0) items.push({ kind: 'least', bound: at })
    })
  model.students.forEach((student, s) => {
    if (only !== null && only !== s) return
    row('seat', s, model.rotations[s]!)
    if (model.rotations[s]! > 1) {
      for (let b = 0; b < model.blockCount; b++) row('block', s, b)
      for (const tag of student.mustHave ?? []) row('mustHave', s, tag)
      if (!model.problem.sameUnitTwice)
        for (const unit of new Set(model.options.map((o) => o.unit)))
          if (unit !== undefined) row('unit', s, unit)
      model.clashes.forEach((_, at) => row('clash', s, at))
      model.options.forEach((option, o) => {
        for (const tag of option.requires ?? [])
          if (!student.completed?.includes(tag) && !model.closed(s, o)) row('requires', s, o, tag)
      })
    }
    model.options.forEach((_, o) => {
      if (model.closed(s, o)) items.push({ kind: 'closed', student: s, option: o })
    })
  })
  return items
}

/** True if a student's own rules leave them an assignment; ignores seats. */
function canBePlaced(model: Model, s: number): boolean {
  const k = model.rotations[s]!
  if (!model.problem.placeEveryone || k === 0) return true
  const open = model.option.subarray(model.start[s], model.start[s + 1])
  if (k === 1) return open.length > 0
  let looked = 0
  const extend = (mine: number[], from: number): boolean => {
    // Undecided within this much work: leave it to the program.
    if (looked++ > 20_000) return true
    if (mine.length === k) return brokenBy(model, s, mine).length === 0
    for (let i = from; i < open.length; i++) {
      const next = [...mine, open[i]!]
      // Don't stop for a rule that a later option can still satisfy.
      const stuck = brokenBy(model, s, next).some((rule) => rule.rule === 'clash' || rule.rule === 'unit')
      if (!stuck && extend(next, i + 1)) return true
    }
    return false
  }
  return extend([], 0)
}

async function conflictOfOne(model: Model, s: number): Promise<Conflict> {
  if (model.rotations[s]! > 1) return reduced(model, allItems(model, s))
  return {
    rules: [
      needsSeat(model, s),
      ...model.options.map((option, o) => ({
        rule: model.closed(s, o)!.rule,
        student: model.students[s]!.id,
        option: option.id,
        words: closedWords(model, s, o, model.closed(s, o)!),
      })),
    ],
    irreducible: true,
  }
}

const isNested = (model: Model): boolean =>
  model.bounds.every((bound) => bound.min === 0) && nested(model).count === model.bounds.length

/**
 * One student more than the seats open to a group (Hall 1935): everyone reachable from a student without a seat by swapping seats, and the
 * seats they fill. With one student fewer, one seat more or one more option, the rest would fit, so every item is needed.
 */
function tooFewSeats(model: Model): Conflict | null {
  const most = matchBySeats({
    ...model,
    cost: new Float64Array(model.cost.length),
    unplaced: 1,
    problem: { ...model.problem, placeEveryone: false },
  })
  const left = most.assignment.findIndex((mine, s) => mine.length < model.rotations[s]!)
  if (left < 0 || !model.problem.placeEveryone) return null
  const { arcs, nodeOf } = nested(model)
  const entered: number[][] = arcs.map(() => [])
  const load = new Int32Array(arcs.length)
  most.assignment.forEach((mine, s) => {
    for (const o of mine) {
      let node = nodeOf(o, model.level[s]!)
      entered[node]!.push(s)
      while (node >= 0) {
        load[node]!++
        node = arcs[node]!.to
      }
    }
  })
  const children: number[][] = arcs.map(() => [])
  arcs.forEach(({ from, to }) => to >= 0 && children[to]!.push(from))

  const students = new Set([left])
  const nodes = new Set<number>()
  const queue: number[] = []
  const reach = (node: number) => {
    if (nodes.has(node)) return
    nodes.add(node)
    queue.push(node)
  }
  const ask = (s: number) => {
    for (let e = model.start[s]!; e < model.start[s + 1]!; e++)
      reach(nodeOf(model.option[e]!, model.level[s]!))
  }
  ask(left)
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const { to, bound } = arcs[node]!
    if (load[node]! < bound.max && to >= 0) reach(to)
    for (const child of children[node]!) if (load[child]! > 0) reach(child)
    for (const s of entered[node]!) {
      if (students.has(s)) continue
      students.add(s)
      ask(s)
    }
  }
  const rules: RuleInWords[] = [...students].map((s) => needsSeat(model, s))
  for (const node of nodes) {
    const { to, bound } = arcs[node]!
    if (to === -1 || !nodes.has(to)) rules.push(atMost(model, bound))
  }
  for (const s of students)
    model.options.forEach((option, o) => {
      const why = model.closed(s, o)
      if (why && !nodes.has(nodeOf(o, model.level[s]!)))
        rules.push({
          rule: why.rule,
          student: model.students[s]!.id,
          option: option.id,
          words: closedWords(model, s, o, why),
        })
    })
  return { rules, irreducible: true, summary: tooFew(students.size, students.size, students.size - 1) }
}

/** Students who need several rotations and more of them than their options have seats; null if seats, levels and blocks suffice. */
export function conflictOfSeats(model: Model): Conflict | null {
  const found = seatShortage(model)
  if (!found) return null
  const { rules, irreducible, needed, left } = found
  const students = rules.filter(({ kind }) => kind === 'seat').length
  return {
    irreducible,
    summary: tooFew(students, needed, left),
    rules: rules.map((rule) => {
      if (rule.kind === 'seat') return needsSeat(model, rule.student)
      if (rule.kind === 'most') return atMost(model, rule.bound)
      const { kind, student: s } = rule
      return kind === 'block'
        ? inWords(model, { kind: 'row', row: { kind, student: s, of: rule.block, lower: 0, upper: 0 } })
        : inWords(model, { kind, student: s, option: rule.option })
    }),
  }
}

const tooFew = (students: number, needed: number, left: number): string =>
  `${people(students)} ${students === 1 ? 'needs' : 'need'} ${seatCount(needed)} together, and what is open to them has ${left}.`

/** True for the rule that a student needs a seat. */
const isSeat = (item: Item): boolean => item.kind === 'row' && item.row.kind === 'seat'

/**
 * Removes rules as long as the rest is still contradictory. If that is too much work for all rules, tries those without students' seats,
 * and those without minimums: a contradiction among fewer rules also holds among all.
 */
async function reduced(model: Model, items: Item[]): Promise<Conflict> {
  const parts = [items, items.filter((item) => !isSeat(item)), items.filter(({ kind }) => kind !== 'least')]
  for (const part of parts) {
    const found = await reducedOf(model, part)
    if (found) return found
  }
  return { rules: items.map((item) => inWords(model, item)), irreducible: false }
}

/** A minimal contradiction (Junker 2004, QuickXplain); null if the rules can hold, or it would be too much work. */
async function reducedOf(model: Model, items: Item[]): Promise<Conflict | null> {
  const everyone = items.some((item) => item.kind === 'least')
  const concerned = new Set<number>()
  for (const item of items) {
    if (item.kind === 'row' && item.row.student >= 0) concerned.add(item.row.student)
    if (item.kind === 'closed') concerned.add(item.student)
  }
  const alikes: Alike[] = [...concerned].toSorted((a, b) => a - b).map((student) => ({ student, count: 1 }))
  if (everyone) alikes.push(...alike(model, concerned))
  const pairs = alikes.length * model.options.length
  if (pairs > MAX_PAIRS || pairs === 0) return null

  const highs = await loadSolver()
  const lp = highs.createModel()
  try {
    const system = systemOf(model, alikes, items)
    lp.options.set({ output_flag: false, random_seed: 1, mip_max_nodes: 2_000 })
    lp.passModel({
      ...system.data,
      ...(system.needsWhole && { integrality: new Int32Array(system.data.numCols).fill(1) }),
    })
    let questions = 0
    let unsure = false
    const holds = (kept: readonly Item[]): boolean => {
      if (++questions > MAX_QUESTIONS || questions * pairs > MAX_ASKED) {
        unsure = true
        return true
      }
      const on = new Set(kept)
      system.data.rowLower.forEach((_, r) => {
        const owner = system.owner[r]!
        const isOn = owner === null || on.has(owner)
        lp.changeRowBounds(
          r,
          isOn ? system.data.rowLower[r]! : -highs.infinity,
          isOn ? system.data.rowUpper[r]! : highs.infinity,
        )
      })
      for (const [item, column] of system.closing) lp.changeColBounds(column, 0, on.has(item) ? 0 : 1)
      lp.run()
      const status = lp.getModelStatus()
      if (status === highs.constants.modelStatus.infeasible) return false
      if (status !== highs.constants.modelStatus.optimal) unsure = true
      return true
    }
    const explain = (base: Item[], changed: boolean, rest: Item[]): Item[] => {
      if (changed && !holds(base)) return []
      if (rest.length <= 1) return rest
      const half = Math.floor(rest.length / 2)
      const [one, two] = [rest.slice(0, half), rest.slice(half)]
      const second = explain([...base, ...one], one.length > 0, two)
      const first = explain([...base, ...second], second.length > 0, one)
      return [...first, ...second]
    }
    if (holds(items)) return null
    const kept = explain([], false, items)
    return unsure ? null : { rules: kept.map((item) => inWords(model, item)), irreducible: true }
  } finally {
    lp.dispose()
  }
}

/** Students who are interchangeable in a conflict, counted as one: a representative, and how many. */
type Alike = { student: number; count: number }

/**
 * Students without their own rule in a conflict are interchangeable if they have the same level and number of rotations: whatever they can
 * fill together, each can (an integer flow splits into its students), so they count as one.
 */
function alike(model: Model, concerned: ReadonlySet<number>): Alike[] {
  const others = model.students.map((_, s) => s).filter((s) => !concerned.has(s))
  const groups = Map.groupBy(others, (s) => `${model.level[s]} ${model.rotations[s]}`)
  return [...groups.values()].map((group) => ({ student: group[0]!, count: group.length }))
}

function systemOf(model: Model, alikes: readonly Alike[], items: readonly Item[]) {
  const m = model.options.length
  const students = alikes.map(({ student }) => student)
  const at = new Map(students.map((s, i) => [s, i]))
  const column = (s: number, o: number) => at.get(s)! * m + o
  const closing = new Map<Item, number>()
  const upper = new Float64Array(students.length * m)
  alikes.forEach(({ count }, i) => upper.fill(count, i * m, (i + 1) * m))
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  const rowLower: number[] = []
  const rowUpper: number[] = []
  const owner: (Item | null)[] = []
  let needsWhole = false
  const end = (item: Item | null, lower: number, most: number) => {
    starts.push(indices.length)
    rowLower.push(lower)
    rowUpper.push(most)
    owner.push(item)
  }
  const put = (s: number, o: number, value: number) => {
    indices.push(column(s, o))
    values.push(value)
  }
  const { NEGATIVE_INFINITY: none, POSITIVE_INFINITY: any } = Number
  for (const { student: s, count } of alikes) {
    for (let o = 0; o < m; o++) put(s, o, 1)
    end(null, none, model.rotations[s]! * count)
  }
  for (const item of items) {
    if (item.kind === 'closed') {
      closing.set(item, column(item.student, item.option))
      continue
    }
    if (item.kind !== 'row') {
      const bound = model.bounds[item.bound]!
      for (const s of students) if (isCounted(model, bound, s)) for (const o of bound.options) put(s, o, 1)
      end(item, item.kind === 'least' ? bound.min : none, item.kind === 'most' ? bound.max : any)
      continue
    }
    const { kind, student: s, of, of2 } = item.row
    if (kind !== 'seat') needsWhole = true
    const option = (o: number) => model.options[o]!
    for (let o = 0; o < m; o++) {
      if (kind === 'seat') put(s, o, 1)
      else if (kind === 'block' && model.blocks[o]!.includes(Number(of))) put(s, o, 1)
      else if (kind === 'unit' && option(o).unit === of) put(s, o, 1)
      else if (kind === 'clash' && model.clashes[Number(of)]!.includes(o)) put(s, o, 1)
      else if (kind === 'mustHave') {
        if (model.problem.placeEveryone) {
          if (option(o).specialty === of) put(s, o, 1)
        } else put(s, o, (option(o).specialty === of ? model.rotations[s]! : 0) - 1)
      } else if (kind === 'requires') {
        if (o === of) put(s, o, 1)
        else if (option(o).specialty === of2 && model.blocks[o]!.at(-1)! < model.blocks[Number(of)]![0]!)
          put(s, o, -1)
      }
    }
    if (kind === 'seat') end(item, model.problem.placeEveryone ? model.rotations[s]! : none, any)
    else if (kind === 'mustHave') end(item, model.problem.placeEveryone ? 1 : 0, any)
    else end(item, none, kind === 'requires' ? 0 : 1)
  }
  return {
    closing,
    owner,
    needsWhole,
    data: {
      numCols: upper.length,
      numRows: rowLower.length,
      colCost: new Float64Array(upper.length),
      colLower: new Float64Array(upper.length),
      colUpper: upper,
      rowLower: Float64Array.from(rowLower),
      rowUpper: Float64Array.from(rowUpper),
      matrix: {
        format: 'csr' as const,
        numRows: rowLower.length,
        numCols: upper.length,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      },
    },
  }
}

const seatCount = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`
const people = (count: number): string => `${count} ${count === 1 ? 'student' : 'students'}`

const needsSeat = (model: Model, s: number): RuleInWords => ({
  rule: 'seat',
  student: model.students[s]!.id,
  words:
    model.rotations[s] === 1
      ? `${nameOf(model.students[s]!)} needs a seat.`
      : `${nameOf(model.students[s]!)} needs ${model.rotations[s]} rotations.`,
})

const atLeast = (bound: Bound): RuleInWords => ({
  rule: 'minimum',
  words: `${bound.name} needs at least ${people(bound.min)}.`,
})

const atMost = (model: Model, bound: Bound): RuleInWords => ({
  rule: bound.rule,
  ...(bound.options.length === 1 && { option: model.options[bound.options[0]!]!.id }),
  words: `${bound.name} takes at most ${people(bound.max)}.`,
})

function inWords(model: Model, item: Item): RuleInWords {
  if (item.kind === 'least') return atLeast(model.bounds[item.bound]!)
  if (item.kind === 'most') return atMost(model, model.bounds[item.bound]!)
  if (item.kind === 'closed') {
    const why = model.closed(item.student, item.option)!
    return {
      rule: why.rule,
      student: model.students[item.student]!.id,
      option: model.options[item.option]!.id,
      words: closedWords(model, item.student, item.option, why),
    }
  }
  const { kind, student: s, of, of2 } = item.row
  const student = model.students[s]!
  const who = nameOf(student)
  const say = (rule: RuleInWords['rule'], words: string): RuleInWords => ({
    rule,
    student: student.id,
    words,
  })
  if (kind === 'seat') return needsSeat(model, s)
  if (kind === 'block')
    return say('clash', `${who} can be on one unit in ${model.problem.blocks?.[Number(of)] ?? 'this block'}.`)
  if (kind === 'unit') return say('unit', `${who} can go to ${of} only once.`)
  if (kind === 'mustHave') return say('mustHave', `${who} must have ${of} in this match.`)
  if (kind === 'clash') {
    const names = [...model.clashes[Number(of)]!].map((o) => nameOf(model.options[o]!))
    return say('clash', `${who} can have one of ${names.join(', ')}: their dates clash.`)
  }
  return say('requires', `${who} needs ${of2} before ${nameOf(model.options[Number(of)]!)}.`)
}

/** Runs the program and reduces its contradiction. */
export async function conflictByProgram(model: Model): Promise<Conflict | null> {
  const found = await matchByProgram(model, null)
  if (found.status !== 'infeasible') return null
  if (found.conflict) return conflictOfRows(model, found.conflict, found.closed ?? [])
  return conflictOfAll(model)
}
