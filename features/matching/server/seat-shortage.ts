import type { Bound, Model } from './model.ts'
import { nested } from './relaxation.ts'

/** A rule of a shortage: a student's rotations, one option per block, the maximum of a bound, or an option closed to a student. */
export type SeatRule =
  | { kind: 'seat'; student: number }
  | { kind: 'block'; student: number; block: number }
  | { kind: 'most'; bound: Bound }
  | { kind: 'closed'; student: number; option: number }

export interface TooFew {
  rules: SeatRule[]
  /** True when it is proven that the rules can hold if any one of them is removed. */
  irreducible: boolean
  /** The rotations that these students need, and the most that the rules allow. */
  needed: number
  left: number
}

/** With more pairs of students and options, it is left to the program. */
const MAX_PAIRS = 500_000
/** The maximum number of arcs visited while reducing the list; counts work, not time. */
const MAX_LOOKED_AT = 60_000_000
const FREE = 1e9

/**
 * Students who together need more rotations than their open options have seats, as a minimum cut of a flow (Ford, Fulkerson 1956); null if
 * seats, levels and blocks suffice. Adds students one at a time, so that only one goes short, then removes rules of the cut that aren't
 * needed.
 */
export function seatShortage(model: Model): TooFew | null {
  if (!model.problem.placeEveryone || model.option.length > MAX_PAIRS) return null
  const everyone = model.students.map((_, s) => s)
  const all = networkOf(model, everyone, null)
  const short = everyone.find((s) => all.fill(s) > 0)
  if (short === undefined) return null
  const { hasStudent, hasBlock, hasNode } = all.reached(short)
  const { arcs, nodeOf } = nested(model)
  const rules: SeatRule[] = []
  for (const s of everyone) if (hasStudent(s)) rules.push({ kind: 'seat', student: s })
  arcs.forEach(({ to, bound }, node) => {
    if (hasNode(node) && (to === -1 || !hasNode(to))) rules.push({ kind: 'most', bound })
  })
  for (const s of everyone) {
    if (!hasStudent(s)) continue
    for (let block = 0; block < model.blockCount; block++)
      if (!hasBlock(s, block)) rules.push({ kind: 'block', student: s, block })
    model.options.forEach((_, option) => {
      const isCovered = !hasBlock(s, model.blocks[option]![0]!) || hasNode(nodeOf(option, model.level[s]!))
      if (!isCovered && model.closed(s, option)) rules.push({ kind: 'closed', student: s, option })
    })
  }
  return smallest(model, rules)
}

/** Removes every rule without which someone still goes short. */
function smallest(model: Model, rules: SeatRule[]): TooFew {
  const students = rules.flatMap((rule) => (rule.kind === 'seat' ? [rule.student] : []))
  const network = networkOf(model, students, rules)
  for (const s of students) network.fill(s)
  const kept: SeatRule[] = []
  // An option that uses several blocks counts only in the first here, which is weaker than the rule.
  let irreducible =
    rules.every(({ kind }) => kind !== 'block') || model.blocks.every((blocks) => blocks.length === 1)
  for (const rule of rules) {
    if (network.looked() > MAX_LOOKED_AT) irreducible = false
    if (!irreducible || network.holdsWithout(rule)) kept.push(rule)
  }
  const needed = kept.reduce(
    (sum, rule) => sum + (rule.kind === 'seat' ? model.rotations[rule.student]! : 0),
    0,
  )
  return { rules: kept, irreducible, needed, left: needed - network.short() }
}

/**
 * A network of students, their blocks, and the tree of bounds. With a list of rules, only those apply and everything else is unlimited. A
 * student gets an option at most once, which is always true and not a rule.
 */
function networkOf(model: Model, students: readonly number[], only: readonly SeatRule[] | null) {
  const { arcs: tree, nodeOf } = nested(model)
  const { blockCount } = model
  const rowOf = new Map(students.map((s, at) => [s, at]))
  const firstBlock = students.length
  const firstNode = firstBlock + students.length * blockCount
  const sink = firstNode + tree.length
  const blockAt = (row: number, block: number) => firstBlock + row * blockCount + block

  const head = new Int32Array(sink + 1).fill(-1)
  const next: number[] = []
  const to: number[] = []
  const room: number[] = []
  const arc = (from: number, target: number, most: number): number => {
    const at = to.length
    to.push(target, from)
    room.push(most, 0)
    next.push(head[from]!, head[target]!)
    head[from] = at
    head[target] = at + 1
    return at
  }
  const key = {
    seat: (s: number) => `seat ${s}`,
    block: (s: number, b: number) => `block ${s} ${b}`,
    closed: (s: number, o: number) => `closed ${s} ${o}`,
  }
  const keyOf = (rule: SeatRule): string | Bound =>
    rule.kind === 'most'
      ? rule.bound
      : rule.kind === 'seat'
        ? key.seat(rule.student)
        : rule.kind === 'block'
          ? key.block(rule.student, rule.block)
          : key.closed(rule.student, rule.option)
  const listed = only && new Set(only.map(keyOf))
  const counts = (rule: string | Bound) => listed === null || listed.has(rule)
  /** The arc of each rule. */
  const arcOf = new Map<string | Bound, number>()

  /** From each bound to the one around it, or to the sink. */
  const up = new Int32Array(tree.length)
  tree.forEach(({ to: parent, bound }, node) => {
    const most = counts(bound) ? bound.max : FREE
    up[node] = arc(firstNode + node, parent === -1 ? sink : firstNode + parent, most)
    arcOf.set(bound, up[node]!)
  })
  const pair = (row: number, s: number, o: number, most: number) =>
    arc(blockAt(row, model.blocks[o]![0]!), firstNode + nodeOf(o, model.level[s]!), most)
  students.forEach((s, row) => {
    for (let b = 0; b < blockCount; b++)
      arcOf.set(key.block(s, b), arc(row, blockAt(row, b), counts(key.block(s, b)) ? 1 : FREE))
    for (let e = model.start[s]!; e < model.start[s + 1]!; e++) pair(row, s, model.option[e]!, 1)
    if (listed === null) return
    model.options.forEach((_, o) => {
      if (!model.closed(s, o)) return
      arcOf.set(key.closed(s, o), pair(row, s, o, counts(key.closed(s, o)) ? 0 : 1))
    })
  })

  const missing = new Int32Array(students.length)
  const came = new Int32Array(sink + 1)
  let looked = 0
  /** Searches for nodes reachable from a student over arcs with room, and records the arc to each. */
  const search = (row: number): boolean => {
    came.fill(-2)
    came[row] = -1
    // Depth first, because a free seat is usually a few students away.
    const waiting = [row]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
      for (let e = head[node]!; e >= 0; e = next[e]!) {
        looked++
        // Follows the surrounding bounds at once, so that a free seat is found as soon as its option is.
        for (let f = e; room[f]! > 0 && came[to[f]!] === -2; f = up[to[f]! - firstNode]!) {
          came[to[f]!] = f
          if (to[f] === sink) return true
          waiting.push(to[f]!)
          if (to[f]! < firstNode) break
        }
      }
    return false
  }
  /** Gives a student one more rotation, moving others along; false if that is impossible. */
  const give = (row: number): boolean => {
    if (!search(row)) return false
    for (let node = sink; came[node]! >= 0;) {
      const e = came[node]!
      room[e]!--
      room[e ^ 1]!++
      node = to[e ^ 1]!
    }
    return true
  }
  const settle = (row: number) => {
    while (missing[row]! > 0 && give(row)) missing[row]!--
  }
  const shortRows = () => students.flatMap((_, row) => (missing[row]! > 0 ? [row] : []))

  /** Removes a student's rotations and their need for any. */
  const leave = (row: number) => {
    missing[row] = 0
    for (let e = head[row]!; e >= 0; e = next[e]!) {
      if (e & 1) continue
      const block = to[e]!
      for (let f = head[block]!; f >= 0; f = next[f]!) {
        if (f & 1 || !room[f ^ 1]) continue
        for (let g = f; ;) {
          room[g]!++
          room[g ^ 1]!--
          if (to[g] === sink) break
          g = up[to[g]! - firstNode]!
        }
        room[e]!++
        room[e ^ 1]!--
      }
    }
  }

  return {
    looked: () => looked,
    short: () => missing.reduce((sum, count) => sum + count, 0),
    /** Gives a student the rotations they need; returns how many are missing. */
    fill(s: number): number {
      const row = rowOf.get(s)!
      missing[row] = model.rotations[s]!
      settle(row)
      return missing[row]!
    },
    /** The nodes reachable from a student who went short. */
    reached(s: number) {
      search(rowOf.get(s)!)
      return {
        hasStudent: (other: number) => came[rowOf.get(other)!] !== -2,
        hasBlock: (other: number, block: number) => came[blockAt(rowOf.get(other)!, block)] !== -2,
        hasNode: (node: number) => came[firstNode + node] !== -2,
      }
    },
    /** True if everyone gets enough without a rule, which then stays removed; otherwise restores it. */
    holdsWithout(rule: SeatRule): boolean {
      const before = room.slice()
      const short = missing.slice()
      const ruled = rule.kind === 'seat' ? null : arcOf.get(keyOf(rule))!
      if (ruled === null) leave(rowOf.get((rule as { student: number }).student)!)
      else room[ruled]! += rule.kind === 'closed' ? 1 : FREE
      for (const row of shortRows()) settle(row)
      if (shortRows().length > 0) return false
      for (let e = 0; e < room.length; e++) room[e] = before[e]!
      missing.set(short)
      return true
    },
  }
}
