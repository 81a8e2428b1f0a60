import { cheapestFlow } from './flow.ts'
import { type Bound, type Model } from './model.ts'
import { hashOf, mixed } from './random.ts'

/** The largest sum in which every integer is still exact. */
const EXACT = 2 ** 52

/** The match as a flow from students to seats. */
export interface Relaxation {
  feasible: boolean
  assignment: number[][]
  /** No match has a lower total. */
  bound: number
  /** The points for one more seat, per bound of the model; negative for one fewer required student. */
  prices: Float64Array
  pivots: number
  stopped: boolean
}

/**
 * The cheapest match by seats alone: one option per block and student, seats, levels, and limits that are nested or disjoint. It ignores
 * rules between a student's options, so its total is a lower bound for every match; if no such rule applies, it is the match itself. The
 * draw breaks ties.
 */
export function matchBySeats(model: Model, limit?: number): Relaxation {
  const { students, start, option, rotations } = model
  const { nodeOf, arcs: tree, count } = nested(model)
  const total = rotations.reduce((sum, k) => sum + k, 0)
  const several = model.blockCount > 1 && rotations.some((k) => k > 1)
  const pairs = option.length

  // The blocks in which a student has an open option; each is a node if the student gets several rotations.
  const blockNode = new Map<number, number>()
  let nodes = students.length
  if (several)
    for (let s = 0; s < students.length; s++)
      for (let e = start[s]!; e < start[s + 1]!; e++) {
        const key = s * model.blockCount + model.blocks[option[e]!]![0]!
        if (!blockNode.has(key)) blockNode.set(key, nodes++)
      }
  const first = nodes
  const sink = first + count
  const mayGoWithout = !model.problem.placeEveryone
  const arcs = pairs + blockNode.size + tree.length + (mayGoWithout ? students.length : 0)
  const network = {
    nodes: sink + 1,
    supply: new Float64Array(sink + 1),
    from: new Int32Array(arcs),
    to: new Int32Array(arcs),
    lower: new Float64Array(arcs),
    upper: new Float64Array(arcs),
    cost: new Float64Array(arcs),
  }

  let most = mayGoWithout ? model.unplaced : 1
  for (let e = 0; e < pairs; e++) most = Math.max(most, model.cost[e]!)
  const scale = most * (16 * total + 1) * Math.max(total, 1) < EXACT ? 16 * total + 1 : 1
  const noise = scale === 1 ? 0 : 15
  const seed = model.problem.seed
  const hashes = model.options.map((o) => hashOf(o.id, seed))

  let at = 0
  for (let s = 0; s < students.length; s++) {
    network.supply[s] = rotations[s]!
    const own = hashOf(students[s]!.id, seed)
    for (let e = start[s]!; e < start[s + 1]!; e++, at++) {
      const o = option[e]!
      network.from[at] = several ? blockNode.get(s * model.blockCount + model.blocks[o]![0]!)! : s
      network.to[at] = first + nodeOf(o, model.level[s]!)
      network.upper[at] = rotations[s]! > 0 ? 1 : 0
      network.cost[at] = scale * model.cost[e]! + (mixed(own, hashes[o]!) & noise)
    }
  }
  for (const [key, node] of blockNode) {
    network.from[at] = Math.floor(key / model.blockCount)
    network.to[at] = node
    network.upper[at++] = 1
  }
  const boundsFrom = at
  for (const { from, to, bound } of tree) {
    network.from[at] = first + from
    network.to[at] = to === -1 ? sink : first + to
    network.lower[at] = bound.min
    network.upper[at++] = Math.max(bound.min, Math.min(bound.max, total))
  }
  if (mayGoWithout)
    for (let s = 0; s < students.length; s++) {
      network.from[at] = s
      network.to[at] = sink
      network.upper[at] = rotations[s]!
      network.cost[at++] = scale * model.unplaced
    }
  network.supply[sink] = -total

  const solved = cheapestFlow(network, limit)
  const assignment: number[][] = students.map(() => [])
  for (let s = 0; s < students.length; s++)
    for (let e = start[s]!; e < start[s + 1]!; e++) if (solved.flow[e]! > 0.5) assignment[s]!.push(option[e]!)

  const prices = new Float64Array(model.bounds.length)
  tree.forEach(({ index }, i) => {
    const e = boundsFrom + i
    const reduced = solved.potential[network.from[e]!]! - solved.potential[network.to[e]!]!
    prices[index] = -reduced / scale
  })
  // The dual value of the potentials: a bound on every flow, not only this one.
  let dual = 0
  for (let v = 0; v <= sink; v++) dual -= network.supply[v]! * solved.potential[v]!
  for (let e = 0; e < arcs; e++) {
    const reduced = network.cost[e]! + solved.potential[network.from[e]!]! - solved.potential[network.to[e]!]!
    dual += reduced < 0 ? reduced * network.upper[e]! : reduced * network.lower[e]!
  }
  return {
    feasible: solved.feasible,
    assignment,
    // Adding zero avoids a bound of minus zero.
    bound: solved.stopped ? Number.NEGATIVE_INFINITY : Math.ceil((dual - noise * total) / scale) + 0,
    prices,
    pivots: solved.pivots,
    stopped: solved.stopped,
  }
}

interface TreeArc {
  from: number
  /** −1 for the root. */
  to: number
  bound: Bound
  index: number
}

/**
 * The nested or disjoint bounds as a tree; a student on an option enters at the smallest bound that counts them. Limits that overlap others
 * only partly, and those of several levels together, are left to the mixed-integer program.
 */
export function nested(model: Model) {
  const order = model.bounds
    .map((bound, index) => ({ bound, index }))
    .filter(
      ({ bound }) => bound.level === -1 || (bound.options.length === 1 && bound.level <= model.levels.length),
    )
    .sort(
      (a, b) =>
        Number(a.bound.level >= 0) - Number(b.bound.level >= 0) ||
        b.bound.options.length - a.bound.options.length ||
        Number(a.bound.rule === 'seats') - Number(b.bound.rule === 'seats') ||
        a.index - b.index,
    )
  const arcs: TreeArc[] = []
  const above = new Int32Array(model.options.length).fill(-1)
  const byLevel = new Map<number, number>()
  for (const { bound, index } of order) {
    const node = arcs.length
    if (bound.level >= 0) {
      const o = bound.options[0]!
      const key = o * (model.levels.length + 1) + bound.level
      arcs.push({ from: node, to: byLevel.get(key) ?? above[o]!, bound, index })
      byLevel.set(key, node)
      continue
    }
    const parent = above[bound.options[0]!]!
    if (!bound.options.every((o) => above[o] === parent)) continue
    arcs.push({ from: node, to: parent, bound, index })
    for (const o of bound.options) above[o] = node
  }
  const nodeOf = (o: number, level: number) =>
    (level >= 0 ? byLevel.get(o * (model.levels.length + 1) + level) : undefined) ?? above[o]!
  return { arcs, nodeOf, count: arcs.length }
}

/**
 * The bound that these prices prove, computed from the problem alone: each student takes their cheapest option at these prices, and the
 * seats are paid back. Anyone can repeat it with the prices of a result.
 */
export function boundAtPrices(model: Model, prices: ArrayLike<number>): number {
  const { start, option } = model
  let bound = 0
  const fee = model.options.map(() => new Float64Array(model.levelCount + 1))
  model.bounds.forEach((b, at) => {
    const price = prices[at]!
    bound -= price > 0 ? price * b.max : price * b.min
    for (const o of b.options) fee[o]![b.level + 1]! += price
  })
  for (let s = 0; s < model.students.length; s++) {
    const best = new Float64Array(model.blockCount).fill(
      model.problem.placeEveryone ? Number.POSITIVE_INFINITY : model.unplaced,
    )
    for (let e = start[s]!; e < start[s + 1]!; e++) {
      const o = option[e]!
      const cost = model
        .countedAs(s)
        .reduce((sum, level) => sum + fee[o]![level + 1]!, model.cost[e]! + fee[o]![0]!)
      const block = model.blocks[o]![0]!
      if (cost < best[block]!) best[block] = cost
    }
    best.sort()
    const k = model.rotations[s]!
    for (let i = 0; i < k; i++)
      bound +=
        i < best.length ? best[i]! : model.problem.placeEveryone ? Number.POSITIVE_INFINITY : model.unplaced
  }
  return bound
}
