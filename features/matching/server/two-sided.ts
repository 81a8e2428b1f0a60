import { nameOf, type Model } from './model.ts'
import { hashOf, mixed } from './random.ts'
import type { TwoSided } from './stable.ts'

/** The choices and rankings of a problem by index; an option without a ranking uses the draw. */
export function twoSided(model: Model): TwoSided {
  const { students, options } = model
  const rankings = options.map((o) => o.ranks && new Map(o.ranks.map((id, at) => [id, at])))
  const seed = model.problem.seed
  const hashes = students.map((s) => hashOf(s.id, seed))
  const start = new Int32Array(students.length + 1)
  const choice: number[] = []
  const rank: number[] = []
  students.forEach((student, s) => {
    for (const id of student.choices) {
      const o = model.optionAt.get(id)!
      if (model.rotations[s] === 0 || model.closed(s, o)) continue
      choice.push(o)
      const ranking = rankings[o]
      rank.push(
        ranking ? (ranking.get(student.id) ?? -1) : mixed(hashes[s]!, hashOf(options[o]!.id, seed)) >>> 1,
      )
    }
    start[s + 1] = choice.length
  })
  return {
    students: students.length,
    options: options.length,
    start,
    choice: Int32Array.from(choice),
    rank: Int32Array.from(rank),
    seats: Int32Array.from(options, (o) => o.seats),
  }
}

/**
 * The pairs that make a match unstable: students and options that prefer each other to what they got. Computed from the preferences alone.
 */
export function blockingPairs(input: TwoSided, option: Int32Array): [number, number][] {
  const worst = new Int32Array(input.options).fill(-1)
  const taken = new Int32Array(input.options)
  for (let s = 0; s < input.students; s++)
    for (let e = input.start[s]!; e < input.start[s + 1]!; e++)
      if (input.choice[e] === option[s]) {
        taken[option[s]!]!++
        worst[option[s]!] = Math.max(worst[option[s]!]!, input.rank[e]!)
      }
  const found: [number, number][] = []
  for (let s = 0; s < input.students; s++)
    for (let e = input.start[s]!; e < input.start[s + 1]!; e++) {
      const o = input.choice[e]!
      if (o === option[s]) break
      if (input.rank[e]! < 0 || input.seats[o] === 0) continue
      if (taken[o]! < input.seats[o]! || input.rank[e]! < worst[o]!) found.push([s, o])
    }
  return found
}

/**
 * The minimums that a stable match does not reach. No other stable match reaches them either: an option that does not fill its seats gets
 * the same students in all of them (Roth 1986, the rural hospitals theorem).
 */
export function missedMinimums(model: Model, load: (o: number) => number): string[] {
  return model.options.flatMap((o, at) => {
    const least = o.minSeats ?? 0
    return load(at) >= least
      ? []
      : [
          `${nameOf(o)} needs ${least} students and gets ${load(at)}. In every stable match it gets the same number: the minimum and the preferences cannot both be kept.`,
        ]
  })
}
