/**
 * Minimum-cost flow by the network simplex method with block search pricing (Király and Kovács 2012, "Efficient implementations of
 * minimum-cost flow algorithms"). Costs and amounts are integers below 2⁵³ in total, so that every sum is exact and the same on every
 * machine.
 */
export interface Network {
  nodes: number
  /** The supply of each node, negative for demand. The sum is zero. */
  supply: Float64Array
  from: Int32Array
  to: Int32Array
  lower: Float64Array
  upper: Float64Array
  cost: Float64Array
}

export interface Flow {
  feasible: boolean
  /** Per arc. */
  flow: Float64Array
  /** Per node; cost + potential[from] − potential[to] is the cost of one more unit on an arc. */
  potential: Float64Array
  pivots: number
  /** Stopped at the pivot limit; the flow is feasible only if `feasible` is true, and not proven cheapest. */
  stopped: boolean
}

const UP = 1
const DOWN = -1
const TREE = 0
const AT_LOWER = 1
const AT_UPPER = -1

/** Finds the cheapest flow within all bounds, or returns feasible: false. */
export function cheapestFlow(network: Network, limit = 50_000_000): Flow {
  const { nodes, from, to } = network
  const arcs = from.length
  const all = arcs + nodes
  const root = nodes

  const supply = Float64Array.from(network.supply)
  const source = new Int32Array(all)
  const target = new Int32Array(all)
  const capacity = new Float64Array(all)
  const cost = new Float64Array(all)
  const flow = new Float64Array(all)
  const state = new Int8Array(all).fill(AT_LOWER)
  let most = 0
  let hasRoom = true
  for (let e = 0; e < arcs; e++) {
    source[e] = from[e]!
    target[e] = to[e]!
    const least = network.lower[e]!
    capacity[e] = network.upper[e]! - least
    if (capacity[e]! < 0) hasRoom = false
    supply[from[e]!]! -= least
    supply[to[e]!]! += least
    cost[e] = network.cost[e]!
    most = Math.max(most, Math.abs(cost[e]!))
  }
  if (!hasRoom)
    return {
      feasible: false,
      flow: flow.slice(0, arcs),
      potential: new Float64Array(nodes),
      pivots: 0,
      stopped: false,
    }

  const artificial = (most + 1) * (nodes + 1)
  const parent = new Int32Array(nodes + 1)
  const pred = new Int32Array(nodes + 1)
  const direction = new Int8Array(nodes + 1)
  const thread = new Int32Array(nodes + 1)
  const back = new Int32Array(nodes + 1)
  const size = new Int32Array(nodes + 1)
  const last = new Int32Array(nodes + 1)
  const pi = new Float64Array(nodes + 1)
  for (let u = 0; u < nodes; u++) {
    const e = arcs + u
    parent[u] = root
    pred[u] = e
    thread[u] = u + 1
    back[u + 1] = u
    size[u] = 1
    last[u] = u
    state[e] = TREE
    capacity[e] = Number.POSITIVE_INFINITY
    if (supply[u]! >= 0) {
      direction[u] = UP
      source[e] = u
      target[e] = root
      flow[e] = supply[u]!
    } else {
      direction[u] = DOWN
      pi[u] = artificial
      source[e] = root
      target[e] = u
      flow[e] = -supply[u]!
      cost[e] = artificial
    }
  }
  parent[root] = -1
  pred[root] = -1
  thread[root] = 0
  back[0] = root
  size[root] = nodes + 1
  last[root] = nodes - 1

  const block = Math.max(Math.ceil(Math.sqrt(arcs)), 10)
  const dirty = new Int32Array(nodes + 1)
  let next = 0
  let pivots = 0
  let stopped = false

  for (;;) {
    // The entering arc: the best of the next block that has any.
    let entering = -1
    let best = 0
    let left = block
    let e = next
    for (let seen = 0; seen < arcs; seen++) {
      const c = state[e]! * (cost[e]! + pi[source[e]!]! - pi[target[e]!]!)
      if (c < best) {
        best = c
        entering = e
      }
      e = e + 1 === arcs ? 0 : e + 1
      if (--left === 0) {
        if (entering >= 0) break
        left = block
      }
    }
    if (entering < 0) break
    next = e
    if (pivots >= limit) {
      stopped = true
      break
    }
    pivots++

    let u = source[entering]!
    let v = target[entering]!
    while (u !== v) {
      if (size[u]! < size[v]!) u = parent[u]!
      else v = parent[v]!
    }
    const join = u

    const first = state[entering] === AT_LOWER ? source[entering]! : target[entering]!
    const second = state[entering] === AT_LOWER ? target[entering]! : source[entering]!
    let delta = capacity[entering]!
    let path = 0
    let uOut = -1
    for (u = first; u !== join; u = parent[u]!) {
      const p = pred[u]!
      const room = direction[u] === DOWN ? capacity[p]! - flow[p]! : flow[p]!
      if (room < delta) {
        delta = room
        uOut = u
        path = 1
      }
    }
    for (u = second; u !== join; u = parent[u]!) {
      const p = pred[u]!
      const room = direction[u] === UP ? capacity[p]! - flow[p]! : flow[p]!
      if (room <= delta) {
        delta = room
        uOut = u
        path = 2
      }
    }
    if (delta > 0) {
      const change = state[entering]! * delta
      flow[entering]! += change
      for (u = source[entering]!; u !== join; u = parent[u]!) flow[pred[u]!]! -= direction[u]! * change
      for (u = target[entering]!; u !== join; u = parent[u]!) flow[pred[u]!]! += direction[u]! * change
    }
    if (path === 0) {
      state[entering] = -state[entering]!
      continue
    }
    const uIn = path === 1 ? first : second
    const vIn = path === 1 ? second : first
    state[entering] = TREE
    state[pred[uOut]!] = flow[pred[uOut]!] === 0 ? AT_LOWER : AT_UPPER

    // The spanning tree, stored as threads.
    const oldBack = back[uOut]!
    const oldSize = size[uOut]!
    const oldLast = last[uOut]!
    const vOut = parent[uOut]!
    const inward = uIn === source[entering] ? UP : DOWN
    if (uIn === uOut) {
      parent[uIn] = vIn
      pred[uIn] = entering
      direction[uIn] = inward
      if (thread[vIn] !== uOut) {
        let after = thread[oldLast]!
        thread[oldBack] = after
        back[after] = oldBack
        after = thread[vIn]!
        thread[vIn] = uOut
        back[uOut] = vIn
        thread[oldLast] = after
        back[after] = oldLast
      }
    } else {
      const goesOn = oldBack === vIn ? thread[oldLast]! : thread[vIn]!
      let stem = uIn
      let above = vIn
      let lastOne = last[uIn]!
      let after = thread[lastOne]!
      thread[vIn] = uIn
      let changed = 0
      dirty[changed++] = vIn
      while (stem !== uOut) {
        const nextStem = parent[stem]!
        thread[lastOne] = nextStem
        dirty[changed++] = lastOne
        const before = back[stem]!
        thread[before] = after
        back[after] = before
        parent[stem] = above
        above = stem
        stem = nextStem
        lastOne = last[stem] === last[above] ? back[above]! : last[stem]!
        after = thread[lastOne]!
      }
      parent[uOut] = above
      thread[lastOne] = goesOn
      back[goesOn] = lastOne
      last[uOut] = lastOne
      if (oldBack !== vIn) {
        thread[oldBack] = after
        back[after] = oldBack
      }
      for (let at = 0; at < changed; at++) back[thread[dirty[at]!]!] = dirty[at]!
      let count = 0
      const lastOfAll = last[uOut]!
      for (let w = uOut, p = parent[w]!; w !== uIn; w = p, p = parent[w]!) {
        pred[w] = pred[p]!
        direction[w] = -direction[p]!
        count += size[w]! - size[p]!
        size[w] = count
        last[p] = lastOfAll
      }
      pred[uIn] = entering
      direction[uIn] = inward
      size[uIn] = oldSize
    }
    const stop = last[join] === vIn ? join : -1
    const lastOut = last[uOut]!
    for (u = vIn; u !== -1 && last[u] === vIn; u = parent[u]!) last[u] = lastOut
    if (join !== oldBack && vIn !== oldBack) {
      for (u = vOut; u !== stop && last[u] === oldLast; u = parent[u]!) last[u] = oldBack
    } else if (lastOut !== oldLast) {
      for (u = vOut; u !== stop && last[u] === oldLast; u = parent[u]!) last[u] = lastOut
    }
    for (u = vIn; u !== join; u = parent[u]!) size[u]! += oldSize
    for (u = vOut; u !== join; u = parent[u]!) size[u]! -= oldSize

    const sigma = pi[vIn]! - pi[uIn]! - direction[uIn]! * cost[entering]!
    const end = thread[last[uIn]!]!
    for (u = uIn; u !== end; u = thread[u]!) pi[u]! += sigma
  }

  let feasible = true
  for (let e = arcs; e < all; e++) if (flow[e] !== 0) feasible = false
  const amounts = flow.slice(0, arcs)
  for (let e = 0; e < arcs; e++) amounts[e]! += network.lower[e]!
  return { feasible, flow: amounts, potential: pi.slice(0, nodes), pivots, stopped }
}
