import loadHighs, { type Highs, type Model as HighsModel } from 'highs'
import { brokenRules, isCounted, totalOf, type Model } from './model.ts'

let loading: Promise<Highs> | undefined

/** The solver, compiled once per thread. */
export const loadSolver = (): Promise<Highs> => (loading ??= loadHighs())

/** A row of the program: what it bounds, and the coefficient of each of a student's options. */
export interface Row {
  kind: 'seat' | 'block' | 'bound' | 'mustHave' | 'requires' | 'unit' | 'clash'
  /** −1 for the bounds, which apply to everyone. */
  student: number
  /** The index of the bound, block, option or clash; or the name of the specialty or unit. */
  of: number | string
  lower: number
  upper: number
  of2?: string
}

export interface Limits {
  /** Branch-and-bound nodes; counts work, not time. */
  nodes: number
  /** Rounds of adding columns and rows. */
  rounds: number
}
export const LIMITS: Limits = { nodes: 2_000, rounds: 200 }

export interface ProgramResult {
  status: 'optimal' | 'bound' | 'infeasible' | 'undecided'
  assignment: number[][] | null
  bound: number
  /** Per bound of the model, from the last linear program. */
  prices: Float64Array
  /** If infeasible as a linear program: the rows of the contradiction. */
  conflict: Row[] | null
  /** The closed pairs that are part of the contradiction. */
  closed?: [number, number][]
  work: Record<string, number>
}

const TINY = 1e-6

/**
 * Finds the cheapest match as a mixed-integer program. The linear program starts with each student's cheapest options, then adds others by
 * reduced cost, and rules between two options of a student once broken, so that its optimum is that of the full program. The search then
 * skips pairs whose reduced cost rules them out of a better match.
 */
export async function matchByProgram(
  model: Model,
  prices: ArrayLike<number> | null,
  limits: Limits = LIMITS,
): Promise<ProgramResult> {
  const highs = await loadSolver()
  const program = new Program(highs, model)
  try {
    return program.solve(prices, limits)
  } finally {
    program.dispose()
  }
}

/** A linear or mixed-integer program that adds columns and rows as needed. */
export class Program {
  readonly rows: Row[] = []
  readonly work: Record<string, number> = {
    iterations: 0,
    nodes: 0,
    linearPrograms: 0,
    searches: 0,
  }
  private readonly highs: Highs
  private readonly model: Model
  private readonly lp: HighsModel
  /** The pair of each column, −1 for a missing rotation. */
  private readonly pairs: number[] = []
  private readonly costs: number[] = []
  private readonly artificial: number[] = []
  private readonly columnOf: Int32Array
  private readonly studentOf: Int32Array
  private readonly rowsOf: number[][]
  private readonly boundsOf: number[][]
  private readonly lazy = new Set<string>()
  private phaseOne = false
  private readonly expensive: number

  constructor(highs: Highs, model: Model) {
    this.highs = highs
    this.model = model
    this.lp = highs.createModel()
    this.lp.options.set({
      output_flag: false,
      random_seed: model.problem.seed % 2_147_483_647,
      mip_rel_gap: 0,
      mip_abs_gap: 0.999,
    })
    const missing = model.problem.placeEveryone ? 1 : model.unplaced
    this.expensive = 20 * model.cost.reduce((most, cost) => Math.max(most, cost), missing) + 1
    this.columnOf = new Int32Array(model.option.length).fill(-1)
    this.studentOf = new Int32Array(model.option.length)
    for (let s = 0; s < model.students.length; s++)
      this.studentOf.fill(s, model.start[s]!, model.start[s + 1]!)
    this.rowsOf = model.students.map(() => [])
    this.boundsOf = model.options.map(() => [])
    this.addFirstRows()
  }

  dispose(): void {
    this.lp.dispose()
  }

  private addFirstRows(): void {
    const { model } = this
    const must = model.problem.placeEveryone
    const rows: Row[] = []
    for (let s = 0; s < model.students.length; s++) {
      const k = model.rotations[s]!
      rows.push({ kind: 'seat', student: s, of: k, lower: k, upper: k })
      if (k > 1 && model.blockCount > 1)
        for (let b = 0; b < model.blockCount; b++)
          rows.push({ kind: 'block', student: s, of: b, lower: Number.NEGATIVE_INFINITY, upper: 1 })
      if (k > 1)
        for (const tag of model.students[s]!.mustHave ?? [])
          rows.push(
            must
              ? { kind: 'mustHave', student: s, of: tag, lower: 1, upper: Number.POSITIVE_INFINITY }
              : { kind: 'mustHave', student: s, of: tag, lower: 0, upper: Number.POSITIVE_INFINITY },
          )
    }
    model.bounds.forEach((bound, at) =>
      rows.push({ kind: 'bound', student: -1, of: at, lower: bound.min, upper: bound.max }),
    )
    this.addRows(rows)
    this.rows.forEach((row, r) => {
      const k = row.student < 0 ? 0 : model.rotations[row.student]!
      if (row.kind === 'seat') this.addFree(r, 1, k, must ? null : model.unplaced) // missing rotation
      else if (row.lower > 0) this.addFree(r, 1, row.lower, null)
    })
  }

  private addRows(rows: Row[]): void {
    const starts = [0]
    const indices: number[] = []
    const values: number[] = []
    for (const row of rows) {
      const r = this.rows.push(row) - 1
      if (row.student >= 0) this.rowsOf[row.student]!.push(r)
      else for (const o of this.model.bounds[Number(row.of)]!.options) this.boundsOf[o]!.push(r)
      if (row.student >= 0)
        for (let e = this.model.start[row.student]!; e < this.model.start[row.student + 1]!; e++) {
          const column = this.columnOf[e]!
          const value = column < 0 ? 0 : this.coefficient(row, row.student, this.model.option[e]!)
          if (value === 0) continue
          indices.push(column)
          values.push(value)
        }
      starts.push(indices.length)
    }
    this.lp.addRows({
      lower: Float64Array.from(rows, (row) => row.lower),
      upper: Float64Array.from(rows, (row) => row.upper),
      matrix: {
        format: 'csr',
        numRows: rows.length,
        numCols: this.pairs.length,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      },
    })
  }

  /** A column for breaking a row, so that there is always a solution. Without a price it costs so much that it is avoided. */
  private addFree(row: number, value: number, upper: number, price: number | null): void {
    this.lp.addCol(price ?? this.expensive, 0, upper, { indices: [row], values: [value] })
    const column = this.pairs.push(-1) - 1
    this.costs.push(price ?? this.expensive)
    if (price === null) this.artificial.push(column)
  }

  private coefficient(row: Row, s: number, o: number): number {
    const { model } = this
    const option = model.options[o]!
    switch (row.kind) {
      case 'seat':
        return 1
      case 'block':
        return model.blocks[o]!.includes(Number(row.of)) ? 1 : 0
      case 'bound':
        return isCounted(model, model.bounds[Number(row.of)]!, s) ? 1 : 0
      case 'mustHave':
        if (model.problem.placeEveryone) return option.specialty === row.of ? 1 : 0
        return (option.specialty === row.of ? model.rotations[s]! : 0) - 1
      case 'unit':
        return option.unit === row.of ? 1 : 0
      case 'clash':
        return model.clashes[Number(row.of)]!.includes(o) ? 1 : 0
      case 'requires':
        if (o === row.of) return 1
        return option.specialty === row.of2 && model.blocks[o]!.at(-1)! < model.blocks[Number(row.of)]![0]!
          ? -1
          : 0
    }
  }

  private addColumns(pairs: readonly number[]): void {
    if (pairs.length === 0) return
    const starts = [0]
    const indices: number[] = []
    const values: number[] = []
    for (const e of pairs) {
      const s = this.studentOf[e]!
      const o = this.model.option[e]!
      for (const list of [this.rowsOf[s]!, this.boundsOf[o]!])
        for (const r of list) {
          const value = this.coefficient(this.rows[r]!, s, o)
          if (value === 0) continue
          indices.push(r)
          values.push(value)
        }
      starts.push(indices.length)
      this.columnOf[e] = this.pairs.push(e) - 1
      this.costs.push(this.model.cost[e]!)
    }
    this.lp.addCols({
      cost: Float64Array.from(pairs, (e) => (this.phaseOne ? 0 : this.model.cost[e]!)),
      lower: new Float64Array(pairs.length),
      upper: new Float64Array(pairs.length).fill(1),
      matrix: {
        format: 'csc',
        numRows: this.rows.length,
        numCols: pairs.length,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      },
    })
  }

  /** The reduced cost of every pair at these duals of the rows. */
  private reducedCosts(duals: Float64Array): Float64Array {
    const { model, rows } = this
    const reduced = new Float64Array(model.option.length)
    const width = model.levelCount + 1
    const fees = new Float64Array(model.options.length * width)
    this.boundsOf.forEach((list, o) => {
      for (const r of list) fees[o * width + model.bounds[Number(rows[r]!.of)]!.level + 1]! += duals[r]!
    })
    const byBlock = new Float64Array(model.blockCount)
    const others: number[] = []
    for (let s = 0; s < model.students.length; s++) {
      let seatDual = 0
      byBlock.fill(0)
      others.length = 0
      for (const r of this.rowsOf[s]!) {
        if (duals[r] === 0) continue
        const row = rows[r]!
        if (row.kind === 'seat') seatDual = duals[r]!
        else if (row.kind === 'block') byBlock[Number(row.of)] = duals[r]!
        else others.push(r)
      }
      const levels = model.countedAs(s)
      for (let e = model.start[s]!; e < model.start[s + 1]!; e++) {
        const o = model.option[e]!
        let value = (this.phaseOne ? 0 : model.cost[e]!) - seatDual - fees[o * width]!
        for (const level of levels) value -= fees[o * width + level + 1]!
        for (const block of model.blocks[o]!) value -= byBlock[block]!
        for (const r of others) value -= duals[r]! * this.coefficient(rows[r]!, s, o)
        reduced[e] = value
      }
    }
    return reduced
  }

  /** The cheapest missing columns below a reduced cost, at most `most` for each student. */
  private missing(reduced: ArrayLike<number>, below: number, most: number): number[] {
    const found: number[] = []
    for (let s = 0; s < this.model.students.length; s++) {
      const mine: number[] = []
      for (let e = this.model.start[s]!; e < this.model.start[s + 1]!; e++)
        if (this.columnOf[e]! < 0 && reduced[e]! < below) mine.push(e)
      mine.sort((a, b) => reduced[a]! - reduced[b]! || a - b)
      found.push(...mine.slice(0, most))
    }
    return found
  }

  /** The rules between a student's options that these values break; each is returned once. */
  private brokenRows(values: Float64Array): Row[] {
    const { model } = this
    const found: Row[] = []
    const ask = (row: Row) => {
      const key = `${row.kind}:${row.student}:${row.of}:${row.of2 ?? ''}`
      if (this.lazy.has(key)) return
      this.lazy.add(key)
      found.push(row)
    }
    for (let s = 0; s < model.students.length; s++) {
      if (model.rotations[s]! <= 1) continue
      const mine: [number, number][] = []
      for (let e = model.start[s]!; e < model.start[s + 1]!; e++) {
        const column = this.columnOf[e]!
        if (column >= 0 && values[column]! > TINY) mine.push([model.option[e]!, values[column]!])
      }
      const units = new Map<string, number>()
      for (const [o, value] of mine) {
        const { unit, requires } = model.options[o]!
        if (unit !== undefined) units.set(unit, (units.get(unit) ?? 0) + value)
        for (const tag of requires ?? []) {
          if (model.students[s]!.completed?.includes(tag)) continue
          const row: Row = {
            kind: 'requires',
            student: s,
            of: o,
            of2: tag,
            lower: Number.NEGATIVE_INFINITY,
            upper: 0,
          }
          if (mine.reduce((sum, [p, v]) => sum + v * this.coefficient(row, s, p), 0) > TINY) ask(row)
        }
      }
      if (!model.problem.sameUnitTwice)
        for (const [unit, value] of units)
          if (value > 1 + TINY)
            ask({ kind: 'unit', student: s, of: unit, lower: Number.NEGATIVE_INFINITY, upper: 1 })
      model.clashes.forEach((clash, at) => {
        if (mine.reduce((sum, [o, v]) => sum + (clash.includes(o) ? v : 0), 0) > 1 + TINY)
          ask({ kind: 'clash', student: s, of: at, lower: Number.NEGATIVE_INFINITY, upper: 1 })
      })
    }
    return found
  }

  private run(): number {
    this.lp.run()
    this.work['linearPrograms']!++
    this.work['iterations']! += Math.max(0, Number(this.lp.info.get('simplex_iteration_count')))
    return this.lp.getModelStatus()
  }

  /** Adds columns and rows until the linear program has the optimum of the full one; null when the limit of rounds is reached. */
  private relax(limits: Limits) {
    const { modelStatus } = this.highs.constants
    for (let round = 0; round < limits.rounds; round++) {
      if (this.run() !== modelStatus.optimal) return null
      const solution = this.lp.getSolution()
      const reduced = this.reducedCosts(solution.rowDual)
      const columns = this.missing(reduced, -TINY, 8)
      const rows = this.brokenRows(solution.colValue)
      if (columns.length === 0 && rows.length === 0)
        return { solution, reduced, objective: this.lp.getObjectiveValue() }
      this.addColumns(columns)
      if (rows.length > 0) this.addRows(rows)
    }
    return null
  }

  /** The smallest total violation of the rules, as a linear program: if above zero, no match satisfies them. */
  leastBreach(limits: Limits): { breach: number; conflict: Row[]; closed: [number, number][] } | null {
    this.phaseOne = true
    const driven = new Set(this.artificial)
    this.lp.changeColsCost(
      { kind: 'range', from: 0, to: this.pairs.length - 1 },
      this.pairs.map((_, column) => (driven.has(column) ? 1 : 0)),
    )
    const relaxed = this.relax(limits)
    if (!relaxed) return null
    const duals = relaxed.solution.rowDual
    return {
      breach: relaxed.objective,
      conflict: this.rows.filter((_, r) => Math.abs(duals[r]!) > TINY),
      closed: this.closedInTheWay(duals),
    }
  }

  /** The closed pairs that would help if they were open. */
  private closedInTheWay(duals: Float64Array): [number, number][] {
    const { model, rows } = this
    const found: [number, number][] = []
    for (let s = 0; s < model.students.length; s++) {
      const own = this.rowsOf[s]!.filter((r) => duals[r] !== 0)
      if (own.length === 0) continue
      const open = new Set(model.option.subarray(model.start[s], model.start[s + 1]))
      for (let o = 0; o < model.options.length; o++) {
        if (open.has(o)) continue
        let value = 0
        for (const r of [...own, ...this.boundsOf[o]!]) value += duals[r]! * this.coefficient(rows[r]!, s, o)
        if (value > TINY) found.push([s, o])
      }
    }
    return found
  }

  solve(prices: ArrayLike<number> | null, limits: Limits): ProgramResult {
    const { model, highs } = this
    const { modelStatus } = highs.constants
    const none = { assignment: null, prices: new Float64Array(model.bounds.length), conflict: null }

    // The first columns: the cheapest of each student and block at the prices of the flow.
    const fee = Float64Array.from(model.option, (o, e) => {
      let value = model.cost[e]!
      if (prices)
        for (const r of this.boundsOf[o]!) {
          const at = Number(this.rows[r]!.of)
          value += prices[at]! * this.coefficient(this.rows[r]!, this.studentOf[e]!, o)
        }
      return value
    })
    const first: number[] = []
    for (let s = 0; s < model.students.length; s++) {
      const byBlock = Array.from({ length: model.blockCount }, (): number[] => [])
      for (let e = model.start[s]!; e < model.start[s + 1]!; e++)
        byBlock[model.blocks[model.option[e]!]![0]!]!.push(e)
      for (const mine of byBlock) first.push(...mine.sort((a, b) => fee[a]! - fee[b]! || a - b).slice(0, 10))
    }
    this.addColumns(first)

    const relaxed = this.relax(limits)
    if (!relaxed) return { status: 'undecided', ...none, bound: Number.NEGATIVE_INFINITY, work: this.work }
    const found = new Float64Array(model.bounds.length)
    this.rows.forEach((row, r) => {
      if (row.kind === 'bound') found[Number(row.of)] = -relaxed.solution.rowDual[r]!
    })
    if (this.artificial.some((column) => relaxed.solution.colValue[column]! > TINY)) {
      const least = this.leastBreach(limits)
      if (least && least.breach > 1e-5)
        return {
          status: 'infeasible',
          ...none,
          bound: Number.POSITIVE_INFINITY,
          conflict: least.conflict,
          closed: least.closed,
          work: this.work,
        }
      return { status: 'undecided', ...none, bound: Math.ceil(relaxed.objective - 1e-4) + 0, work: this.work }
    }

    const floor = relaxed.objective
    let bound = Math.ceil(floor - 1e-4) + 0
    let best: { assignment: number[][]; total: number } | null = null
    const driven = new Set(this.artificial)
    for (const column of driven) this.lp.changeColBounds(column, 0, 0)

    const whole = relaxed.solution.colValue.every((value) => Math.abs(value - Math.round(value)) < TINY)
    if (whole) {
      const assignment = this.assignmentOf(relaxed.solution.colValue)
      if (brokenRules(model, assignment).length === 0)
        best = { assignment, total: totalOf(model, assignment) }
    }

    // The pairs skipped by their reduced cost cannot be in a match that is cheaper by more than the margin.
    let margin = Math.max(1, Math.ceil(floor * 0.0003))
    for (let attempt = 0; attempt < 8 && !(best && best.total <= bound); attempt++) {
      this.addColumns(this.missing(relaxed.reduced, margin, attempt === 0 ? 15 : Number.POSITIVE_INFINITY))
      let leastOut = Number.POSITIVE_INFINITY
      for (let e = 0; e < model.option.length; e++) {
        const column = this.columnOf[e]!
        const isIn = column >= 0 && relaxed.reduced[e]! <= margin
        if (column >= 0) this.lp.changeColBounds(column, 0, isIn ? 1 : 0)
        if (!isIn) leastOut = Math.min(leastOut, relaxed.reduced[e]!)
      }
      this.addRows(
        this.brokenRows(
          Float64Array.from(this.pairs, (e) => (e >= 0 && relaxed.reduced[e]! <= margin ? 1 : 0)),
        ),
      )
      this.lp.changeColsIntegrality(
        { kind: 'range', from: 0, to: this.pairs.length - 1 },
        new Int32Array(this.pairs.length).fill(highs.constants.variableType.integer),
      )
      let status: number
      for (;;) {
        this.lp.options.set({ mip_max_nodes: Math.max(1, limits.nodes - this.work['nodes']!) })
        status = this.run()
        this.work['searches']!++
        this.work['nodes']! += Math.max(0, Number(this.lp.info.get('mip_node_count')))
        if (status === modelStatus.infeasible || this.lp.getSolution().colValue.length === 0) break
        const values = this.lp.getSolution().colValue
        const rows = this.brokenRows(values)
        if (rows.length > 0) {
          this.addRows(rows)
          continue
        }
        const assignment = this.assignmentOf(values)
        const total = totalOf(model, assignment)
        if (brokenRules(model, assignment).length === 0 && (!best || total < best.total))
          best = { assignment, total }
        break
      }
      const proven =
        status === modelStatus.infeasible
          ? Number.POSITIVE_INFINITY
          : Math.ceil(Number(this.lp.info.get('mip_dual_bound')) - 1e-4) + 0
      const outside = leastOut === Number.POSITIVE_INFINITY ? leastOut : Math.ceil(floor + leastOut - 1e-4)
      bound = Math.max(bound, Math.min(proven, outside))
      if (status !== modelStatus.optimal && status !== modelStatus.infeasible) break
      if (leastOut === Number.POSITIVE_INFINITY) break
      margin = best ? best.total - floor : margin * 8
    }
    if (!best)
      return {
        status: bound === Number.POSITIVE_INFINITY ? 'infeasible' : 'undecided',
        ...none,
        prices: found,
        bound,
        work: this.work,
      }
    bound = Math.min(bound, best.total)
    return {
      status: best.total === bound ? 'optimal' : 'bound',
      assignment: best.assignment,
      bound,
      prices: found,
      conflict: null,
      work: this.work,
    }
  }

  private assignmentOf(values: Float64Array): number[][] {
    const assignment: number[][] = this.model.students.map(() => [])
    this.pairs.forEach((e, column) => {
      if (e >= 0 && values[column]! > 0.5) assignment[this.studentOf[e]!]!.push(this.model.option[e]!)
    })
    return assignment
  }
}
