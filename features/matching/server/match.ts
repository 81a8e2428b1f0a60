import {
  conflictByProgram,
  conflictOf,
  conflictOfAll,
  conflictOfSeats,
  conflictOfRows,
  type Conflict,
} from './conflict.ts'
import { explanationsOf } from './explain.ts'
import type { MatchResult, Problem, Proof } from './format.ts'
import { drawMatch } from './lottery.ts'
import { metricsOf } from './metrics.ts'
import { brokenRules, loads, modelOf, totalOf, type Assignment, type Model } from './model.ts'
import { LIMITS, matchByProgram, type Limits } from './program.ts'
import { boundAtPrices, matchBySeats } from './relaxation.ts'
import { stableMatch, type TwoSided } from './stable.ts'
import { missedMinimums, twoSided } from './two-sided.ts'

/**
 * The matching: takes a problem and returns a result with its proof (Domain 2.5). The same problem gives the same result on every machine;
 * limits count the solver's work.
 */
export async function match(problem: Problem, limits: Limits = LIMITS): Promise<MatchResult> {
  const model = modelOf(problem)
  if (problem.mode === 'stable') return stable(model)
  if (problem.mode === 'lottery') return lottery(model)
  return ranked(model, limits)
}

async function ranked(model: Model, limits: Limits): Promise<MatchResult> {
  const conflict = await conflictOf(model)
  if (conflict) return infeasible(model, conflict, {})
  const flow = matchBySeats(model)
  const work: Record<string, number> = { pivots: flow.pivots }
  if (flow.feasible && !flow.stopped && brokenRules(model, flow.assignment).length === 0) {
    const objective = totalOf(model, flow.assignment)
    return answer(model, flow.assignment, {
      status: objective === flow.bound ? 'optimal' : 'bound',
      method: 'min-cost flow',
      objective,
      bound: flow.bound,
      gap: gapOf(objective, flow.bound),
      prices: named(model, flow.prices),
      work,
    })
  }
  if (!flow.feasible) {
    const found = conflictOfSeats(model) ?? (await conflictByProgram(model))
    if (found) return infeasible(model, found, work)
  }
  const program = await matchByProgram(model, flow.feasible ? flow.prices : null, limits)
  Object.assign(work, program.work)
  if (program.status === 'infeasible')
    return infeasible(
      model,
      program.conflict
        ? await conflictOfRows(model, program.conflict, program.closed ?? [])
        : await conflictOfAll(model),
      work,
    )
  let assignment: Assignment | null = program.assignment
  if (!assignment) {
    const draw = drawMatch(model).assignment
    if (brokenRules(model, draw).length === 0) assignment = draw
  }
  const bound = Math.max(program.bound, flow.feasible ? flow.bound : Number.NEGATIVE_INFINITY)
  const known = Number.isFinite(bound) ? bound : null
  if (!assignment)
    return {
      ...answer(
        model,
        model.students.map(() => []),
        {
          status: 'bound',
          method: 'mixed-integer program',
          objective: null,
          bound: known,
          gap: null,
          work,
        },
      ),
      assignments: [],
      metrics: null,
      explanations: [],
    }
  const objective = totalOf(model, assignment)
  return answer(model, assignment, {
    status: objective === bound ? 'optimal' : 'bound',
    method: 'mixed-integer program',
    objective,
    bound: known,
    gap: known === null ? null : gapOf(objective, known),
    prices: named(model, program.prices),
    work,
  })
}

function stable(model: Model): MatchResult {
  const input: TwoSided = twoSided(model)
  const { option, asked } = stableMatch(input)
  const assignment = Array.from(option, (o) => (o < 0 ? [] : [o]))
  const load = loads(model, assignment)
  const seatsAt = new Map(model.bounds.map((b, at) => [b.rule === 'seats' ? b.options[0] : undefined, at]))
  return answer(
    model,
    assignment,
    {
      status: 'stable',
      method: 'deferred acceptance',
      objective: null,
      bound: null,
      gap: null,
      work: { requests: asked },
      minimums: missedMinimums(model, (o) => load[seatsAt.get(o)!]!),
    },
    input,
  )
}

function lottery(model: Model): MatchResult {
  const { assignment, turns } = drawMatch(model)
  const broken = brokenRules(model, assignment).map((rule) => rule.words)
  return answer(model, assignment, {
    status: 'drawn',
    method: 'serial draw',
    objective: null,
    bound: null,
    gap: null,
    work: { turns },
    minimums: broken,
  })
}

function infeasible(model: Model, conflict: Conflict, work: Record<string, number>): MatchResult {
  return {
    version: 1,
    mode: model.problem.mode,
    seed: model.problem.seed,
    status: 'infeasible',
    assignments: [],
    metrics: null,
    proof: {
      status: 'infeasible',
      method: 'rules',
      objective: null,
      bound: null,
      gap: null,
      work,
      conflict: conflict.rules,
      irreducible: conflict.irreducible,
      ...(conflict.summary && { summary: conflict.summary }),
    },
    explanations: [],
  }
}

function answer(
  model: Model,
  assignment: Assignment,
  proof: Proof,
  input: TwoSided | null = null,
): MatchResult {
  const byId = <T>(list: T[], idOf: (item: T) => string) =>
    list.sort((a, b) => (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0))
  return {
    version: 1,
    mode: model.problem.mode,
    seed: model.problem.seed,
    status: proof.status,
    assignments: byId(
      model.students.map((student, s) => ({
        student: student.id,
        options: [...assignment[s]!]
          .sort((a, b) => model.blocks[a]![0]! - model.blocks[b]![0]! || a - b)
          .map((o) => model.options[o]!.id),
      })),
      (row) => row.student,
    ),
    metrics: metricsOf(model, assignment),
    proof,
    explanations: byId(explanationsOf(model, assignment, input), (row) => row.student),
  }
}

const gapOf = (objective: number, bound: number): number =>
  objective === 0 ? 0 : Math.round((1e6 * (objective - bound)) / Math.abs(objective)) / 1e6

/** Maps the rounded prices to the keys of their bounds; boundAtPrices recomputes the bound from the rounded prices. */
function named(model: Model, prices: ArrayLike<number>): Record<string, number> {
  const found: Record<string, number> = {}
  model.bounds.forEach((bound, at) => {
    const price = Math.round(prices[at]! * 1e6) / 1e6
    if (price === 0) return
    found[bound.key] = price
  })
  return found
}

/** Recomputes the bound of a result's prices from the problem alone. */
export function boundOfAnswer(problem: Problem, prices: Record<string, number>): number {
  const model = modelOf(problem)
  return boundAtPrices(
    model,
    model.bounds.map((bound) => prices[bound.key] ?? 0),
  )
}
