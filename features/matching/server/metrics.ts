import type { Metrics } from './format.ts'
import { loads, type Assignment, type Model } from './model.ts'

/** The metrics for comparing runs. */
export function metricsOf(model: Model, assignment: Assignment): Metrics {
  const ranks: number[] = []
  let firstChoice = 0
  let topThree = 0
  let notChosen = 0
  let needsClosed = 0
  let needsOpen = 0
  let miles = 0
  let measured = 0
  let placed = 0
  assignment.forEach((mine, s) => {
    const student = model.students[s]!
    placed += mine.length
    const got = mine.map((o) => model.rankOf(s, o))
    if (got.includes(1)) firstChoice++
    if (got.some((rank) => rank !== null && rank <= 3)) topThree++
    for (const rank of got) {
      if (rank !== null) ranks.push(rank)
      else if (student.choices.length > 0) notChosen++
    }
    const has = new Set(mine.map((o) => model.options[o]!.specialty))
    for (const tag of student.stillNeeds ?? []) {
      if (has.has(tag)) needsClosed++
      else needsOpen++
    }
    for (const o of mine) {
      const distance = student.distance?.[model.options[o]!.id]
      if (distance === undefined) continue
      miles += distance
      measured++
    }
  })
  const rotations = model.rotations.reduce((sum, k) => sum + k, 0)
  const load = loads(model, assignment)
  const fullest = model.bounds.reduce(
    (most, bound, at) =>
      bound.rule === 'seats' && bound.max > 0
        ? Math.max(most, Math.round((100 * load[at]!) / bound.max))
        : most,
    0,
  )
  return {
    students: model.students.length,
    rotations,
    placed,
    unplaced: rotations - placed,
    firstChoice,
    topThree,
    meanRank:
      ranks.length > 0 ? Math.round((100 * ranks.reduce((a, b) => a + b, 0)) / ranks.length) / 100 : null,
    worstRank: ranks.length > 0 ? ranks.reduce((a, b) => Math.max(a, b)) : null,
    notChosen,
    needsClosed,
    needsOpen,
    milesOnAverage: measured > 0 ? Math.round(miles / measured) : null,
    fullestOption: fullest,
  }
}
