/** Preferences by index: student s likes choice[start[s]] best; option o ranks students by position (lower is better). */
export interface TwoSided {
  students: number
  options: number
  start: Int32Array
  choice: Int32Array
  seats: Int32Array
  /** The student's position in the ranking of each of their choices, −1 if that option does not accept them. */
  rank: Int32Array
}

/**
 * Deferred acceptance with students proposing (Gale and Shapley 1962; Roth and Peranson 1999 for seats). The match is stable: no student
 * and option prefer each other to what they got, and each student gets their best option of any stable match. Returns the option of each
 * student, −1 for none, and the number of proposals.
 */
export function stableMatch(input: TwoSided): { option: Int32Array; asked: number } {
  const { students, start, choice, seats, rank } = input
  const option = new Int32Array(students).fill(-1)
  const next = start.slice(0, students)
  // A heap for each option of the students who hold a seat, the least preferred on top.
  const from = new Int32Array(input.options + 1)
  for (let o = 0; o < input.options; o++) from[o + 1] = from[o]! + seats[o]!
  const held = new Int32Array(from[input.options]!)
  const heldRank = new Int32Array(from[input.options]!)
  const taken = new Int32Array(input.options)
  let asked = 0

  for (let first = 0; first < students; first++) {
    let s = first
    while (s >= 0) {
      const at = next[s]!
      if (at === start[s + 1]) break
      next[s] = at + 1
      const mine = rank[at]!
      const o = choice[at]!
      asked++
      if (mine < 0 || seats[o] === 0) continue
      const base = from[o]!
      let i: number
      if (taken[o]! < seats[o]!) {
        i = taken[o]!++
        while (i > 0) {
          const parent = (i - 1) >> 1
          if (heldRank[base + parent]! >= mine) break
          held[base + i] = held[base + parent]!
          heldRank[base + i] = heldRank[base + parent]!
          i = parent
        }
        held[base + i] = s
        heldRank[base + i] = mine
        option[s] = o
        break
      }
      if (heldRank[base]! < mine) continue
      const out = held[base]!
      const count = taken[o]!
      i = 0
      for (;;) {
        let child = 2 * i + 1
        if (child >= count) break
        if (child + 1 < count && heldRank[base + child + 1]! > heldRank[base + child]!) child++
        if (heldRank[base + child]! <= mine) break
        held[base + i] = held[base + child]!
        heldRank[base + i] = heldRank[base + child]!
        i = child
      }
      held[base + i] = s
      heldRank[base + i] = mine
      option[s] = o
      option[out] = -1
      s = out
    }
  }
  return { option, asked }
}
