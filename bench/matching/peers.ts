import { brokenBy, totalOf, type Model } from '#features/matching/server/model.ts'
import { loadSolver } from '#features/matching/server/program.ts'
import type { TwoSided } from '#features/matching/server/stable.ts'

/** Methods that the matching is compared with: the solver alone, the best pair first, and first come, first served. */

/** Solves the whole problem as one mixed-integer program, with every pair and every rule from the start. */
export async function highsAlone(model: Model, seconds: number) {
  const highs = await loadSolver()
  const starts: number[] = [0]
  const indices: number[] = []
  const lower: number[] = []
  const upper: number[] = []
  const row = (pairs: number[], least: number, most: number) => {
    for (const e of pairs) indices.push(e)
    starts.push(indices.length)
    lower.push(least)
    upper.push(most)
  }
  const byOption: number[][] = model.options.map(() => [])
  for (let s = 0; s < model.students.length; s++) {
    const mine: number[] = []
    for (let e = model.start[s]!; e < model.start[s + 1]!; e++) mine.push(e)
    row(mine, model.rotations[s]!, model.rotations[s]!)
    const groups = new Map<string, number[]>()
    for (const e of mine) {
      const o = model.option[e]!
      const keys = [...model.blocks[o]!].map(String)
      if (!model.problem.sameUnitTwice && model.options[o]!.unit) keys.push(`unit ${model.options[o]!.unit}`)
      for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), e])
      byOption[o]!.push(e)
    }
    if (model.rotations[s]! > 1) for (const pairs of groups.values()) row(pairs, Number.NEGATIVE_INFINITY, 1)
  }
  const studentOf = new Int32Array(model.option.length)
  for (let s = 0; s < model.students.length; s++) studentOf.fill(s, model.start[s]!, model.start[s + 1]!)
  for (const bound of model.bounds)
    row(
      [...bound.options].flatMap((o) =>
        byOption[o]!.filter((e) => bound.level === -1 || model.level[studentOf[e]!] === bound.level),
      ),
      bound.min,
      bound.max,
    )
  return highs.withModel((lp) => {
    const columns = model.option.length
    lp.passModel({
      numCols: columns,
      numRows: lower.length,
      colCost: model.cost,
      colLower: new Float64Array(columns),
      colUpper: new Float64Array(columns).fill(1),
      rowLower: Float64Array.from(lower),
      rowUpper: Float64Array.from(upper),
      integrality: new Int32Array(columns).fill(1),
      matrix: {
        format: 'csr',
        numRows: lower.length,
        numCols: columns,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: new Float64Array(indices.length).fill(1),
      },
    })
    lp.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: 0 })
    lp.run()
    const isDone = lp.getModelStatus() === highs.constants.modelStatus.optimal
    return { isDone, total: isDone ? Math.round(lp.getObjectiveValue()) : null }
  })
}

function fill(model: Model, pairs: Iterable<readonly [number, number]>): number[][] {
  const assignment: number[][] = model.students.map(() => [])
  const boundsOf: number[][] = model.options.map(() => [])
  model.bounds.forEach((bound, b) => bound.options.forEach((o) => boundsOf[o]!.push(b)))
  const load = new Int32Array(model.bounds.length)
  for (const [s, o] of pairs) {
    if (assignment[s]!.length >= model.rotations[s]!) continue
    const counts = boundsOf[o]!.filter(
      (b) => model.bounds[b]!.level === -1 || model.bounds[b]!.level === model.level[s],
    )
    if (counts.some((b) => load[b]! >= model.bounds[b]!.max)) continue
    if (brokenBy(model, s, [...assignment[s]!, o]).length > 0) continue
    assignment[s]!.push(o)
    for (const b of counts) load[b]!++
  }
  return assignment
}

/** Takes the cheapest pair first, then the next that still fits. */
export function greedy(model: Model): number[][] {
  const pairs: [number, number, number][] = []
  for (let s = 0; s < model.students.length; s++)
    for (let e = model.start[s]!; e < model.start[s + 1]!; e++)
      pairs.push([s, model.option[e]!, model.cost[e]!])
  pairs.sort((a, b) => a[2] - b[2])
  return fill(
    model,
    pairs.map(([s, o]) => [s, o]),
  )
}

/** One student after another takes their best option. */
export function firstCome(model: Model): number[][] {
  return fill(
    model,
    (function* () {
      for (let s = 0; s < model.students.length; s++) {
        const mine: [number, number][] = []
        for (let e = model.start[s]!; e < model.start[s + 1]!; e++)
          mine.push([model.option[e]!, model.cost[e]!])
        for (const [o] of mine.sort((a, b) => a[1] - b[1])) yield [s, o] as const
      }
    })(),
  )
}

/** The points of a match, and how many rotations it leaves open. */
export function figuresOf(model: Model, assignment: number[][]) {
  const open = assignment.reduce((sum, mine, s) => sum + model.rotations[s]! - mine.length, 0)
  return { open, total: totalOf(model, assignment) - open * model.unplaced }
}

/** Deferred acceptance as in a textbook: a queue, and for each option a list that is sorted at each request. */
export function textbook(input: TwoSided): Int32Array {
  const option = new Int32Array(input.students).fill(-1)
  const next = input.start.slice(0, input.students)
  const held: { s: number; rank: number }[][] = Array.from({ length: input.options }, () => [])
  const queue = Array.from({ length: input.students }, (_, s) => s)
  for (let s = queue.pop(); s !== undefined; s = queue.pop()) {
    const at = next[s]!++
    if (at >= input.start[s + 1]!) continue
    const o = input.choice[at]!
    if (input.rank[at]! < 0) {
      queue.push(s)
      continue
    }
    held[o]!.push({ s, rank: input.rank[at]! })
    held[o]!.sort((a, b) => a.rank - b.rank)
    option[s] = o
    if (held[o]!.length > input.seats[o]!) {
      const out = held[o]!.pop()!
      option[out.s] = -1
      queue.push(out.s)
    }
  }
  return option
}
