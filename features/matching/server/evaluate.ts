import { explanationsOf } from './explain.ts'
import type { Explanation, Metrics, Problem, RuleInWords } from './format.ts'
import { metricsOf } from './metrics.ts'
import { brokenRules, modelOf, totalOf } from './model.ts'
import { twoSided } from './two-sided.ts'

/** What a match that someone made comes to: the same rules, points, figures and explanations as for one that was computed. */
export interface Evaluation {
  /** Points; null where an option is closed to the student who has it. */
  total: number | null
  broken: RuleInWords[]
  metrics: Metrics
  explanations: Explanation[]
}

/** Looks a match up in its problem; `isEdited`: someone changed it by hand, so that it promises nothing about one seat more. */
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
