import { explanationsOf } from './explain.ts'
import type { Explanation, Metrics, Problem, RuleInWords } from './format.ts'
import { metricsOf } from './metrics.ts'
import { brokenRules, modelOf, totalOf } from './model.ts'
import { twoSided } from './two-sided.ts'

/** The evaluation of a match that a person made: same rules, points, metrics and explanations as for a computed one. */
export interface Evaluation {
  /** The points; null if a student has an option that is closed to them. */
  total: number | null
  broken: RuleInWords[]
  metrics: Metrics
  explanations: Explanation[]
}

/** Evaluates a match against its problem. `isEdited`: someone changed it by hand, so it makes no claim about one more seat. */
export function evaluateMatch(
  problem: Problem,
  placed: readonly { student: string; options: readonly string[] }[],
  isEdited: boolean,
): Evaluation {
  const model = modelOf(problem)
  const optionsOf = new Map(placed.map(({ student, options }) => [student, options]))
  const assignment = model.students.map(({ id }) =>
    (optionsOf.get(id) ?? []).map((option) => model.optionAt.get(option)!),
  )
  const total = totalOf(model, assignment)
  return {
    total: Number.isFinite(total) ? total : null,
    broken: brokenRules(model, assignment),
    metrics: metricsOf(model, assignment),
    explanations: explanationsOf(
      model,
      assignment,
      problem.mode === 'stable' && !isEdited ? twoSided(model) : null,
      isEdited,
    ),
  }
}
