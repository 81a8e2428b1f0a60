import { brokenBy, isCounted, type Model } from './model.ts'

/** Why a student did not get a choice when they first came to it: what they had then, and the bound that was full, if any. */
export interface Passed {
  mine: readonly number[]
  full: number | null
}

export interface Draw {
  assignment: number[][]
  turns: number
  /** By student and choice. */
  passed: Map<number, Passed>[]
}

/**
 * The draw: students choose in turn in the order of the seed, and with several rotations each round reverses the order. Each takes the best
 * option with a free seat that keeps the rules; a student without a choice left fills the emptiest option.
 */
export function drawMatch(model: Model): Draw {
  const assignment: number[][] = model.students.map(() => [])
  const passed: Map<number, Passed>[] = model.students.map(() => new Map())
  const boundsOf: number[][] = model.options.map(() => [])
  const load = new Int32Array(model.bounds.length)
  model.bounds.forEach((bound, b) => bound.options.forEach((o) => boundsOf[o]!.push(b)))
  const counts = (s: number, o: number) => boundsOf[o]!.filter((b) => isCounted(model, model.bounds[b]!, s))
  const fullAt = (s: number, o: number) => counts(s, o).find((b) => load[b]! >= model.bounds[b]!.max) ?? null
  const hasSeat = (s: number, o: number) => fullAt(s, o) === null
  const open = (s: number) => Array.from(model.option.subarray(model.start[s], model.start[s + 1]))
  const isAllowed = (s: number, mine: readonly number[]) =>
    brokenBy(model, s, mine).every((rule) => rule.rule === 'mustHave')
  /** Whether seats are left for each specialty that the student must have and these options do not give. */
  const canHaveAll = (s: number, mine: readonly number[]): boolean => {
    const missing = (model.students[s]!.mustHave ?? []).filter(
      (tag) => !mine.some((o) => model.options[o]!.specialty === tag),
    )
    if (missing.length === 0) return true
    if (mine.length + missing.length > model.rotations[s]!) return false
    return open(s).some(
      (o) =>
        model.options[o]!.specialty === missing[0] &&
        hasSeat(s, o) &&
        isAllowed(s, [...mine, o]) &&
        canHaveAll(s, [...mine, o]),
    )
  }
  const keepsRules = (s: number, o: number) => {
    const mine = [...assignment[s]!, o]
    if (!isAllowed(s, mine)) return false
    // What can no longer be had is in the way of the last rotation only.
    return mine.length < model.rotations[s]! && !canHaveAll(s, assignment[s]!) ? true : canHaveAll(s, mine)
  }
  const rounds = model.rotations.reduce((most, k) => Math.max(most, k), 0)
  let turns = 0
  for (let round = 0; round < rounds; round++) {
    const order = model.students.map((_, s) => s)
    if (round % 2 === 1) order.reverse()
    for (const s of order) {
      if (assignment[s]!.length >= model.rotations[s]!) continue
      turns++
      const chosen = model.students[s]!.choices.map((id) => model.optionAt.get(id)!)
      const rest = model.problem.onlyChosen
        ? []
        : open(s)
            .filter((o) => !chosen.includes(o))
            .sort((a, b) => seatsLeft(b) - seatsLeft(a) || a - b)
      const best = [...chosen, ...rest].find((o) => hasSeat(s, o) && keepsRules(s, o))
      for (const o of chosen) {
        if (o === best) break
        if (!passed[s]!.has(o) && !assignment[s]!.includes(o))
          passed[s]!.set(o, { mine: [...assignment[s]!], full: fullAt(s, o) })
      }
      if (best === undefined) continue
      assignment[s]!.push(best)
      for (const b of counts(s, best)) load[b]!++
    }
  }
  return { assignment, turns, passed }

  function seatsLeft(o: number): number {
    const own = boundsOf[o]!.find((b) => model.bounds[b]!.rule === 'seats')!
    return model.bounds[own]!.max - load[own]!
  }
}
