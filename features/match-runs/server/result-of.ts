import {
  type Evaluation,
  evaluateMatch,
  type MatchResult,
  type Problem,
} from '#features/matching/server/public.ts'
import type { Figures, RunProof } from '../contract.ts'
import { hoursClosed } from '../rules.ts'

type Gaps = {
  students: Record<string, Record<string, number>>
  options: Record<string, { specialty: string; hours: number }>
}
export type Placed = { student: string; options: string[] }
export type Result = {
  student_id: string
  option_ids: string[]
  choices: string[]
  sentences: string[]
  is_edited: boolean
}
type Answer = { figures: Figures; results: Result[] }

/** The proof to store, with contradicting rules as sentences. */
export function proofOf(answer: MatchResult): RunProof {
  const { status, method, objective, bound, gap, conflict, irreducible, summary, minimums } = answer.proof
  return {
    status,
    method,
    objective,
    bound,
    gap,
    conflict: (conflict ?? []).map(({ words }) => words),
    irreducible: irreducible ?? false,
    summary: summary ?? null,
    minimums: minimums ?? [],
  }
}

export const BY_HAND: RunProof = {
  status: 'by_hand',
  method: 'by hand',
  objective: null,
  bound: null,
  gap: null,
  conflict: [],
  irreducible: false,
  summary: null,
  minimums: [],
}

/** The metrics and explanations of a match, from the model that made it; `edited`: the students placed by hand. */
export function resultOf(
  problem: Problem,
  gaps: Gaps,
  placed: readonly Placed[],
  edited: ReadonlySet<string>,
  isByHand: boolean,
): Answer & { evaluation: Evaluation } {
  const evaluation = evaluateMatch(problem, placed, isByHand || edited.size > 0)
  const sentences = new Map(evaluation.explanations.map((one) => [one.student, one.sentences]))
  const optionsOf = new Map(placed.map(({ student, options }) => [student, options]))
  const results = problem.students.map(({ id, choices }): Result => {
    const isEdited = edited.has(id)
    const own = sentences.get(id) ?? []
    return {
      student_id: id,
      option_ids: optionsOf.get(id) ?? [],
      choices,
      sentences: isEdited ? ['Your school decided your placement by hand.', ...own] : own,
      is_edited: isEdited,
    }
  })
  return { evaluation, results, figures: figuresOf(evaluation, gaps, results) }
}

function figuresOf({ metrics, total }: Evaluation, gaps: Gaps, results: readonly Result[]): Figures {
  return {
    students: metrics.students,
    placed: metrics.placed,
    unplaced: metrics.unplaced,
    first_choice: metrics.firstChoice,
    top_three: metrics.topThree,
    mean_rank: metrics.meanRank,
    worst_rank: metrics.worstRank,
    not_chosen: metrics.notChosen,
    needs_closed: metrics.needsClosed,
    hours_closed: results.reduce(
      (sum, { student_id, option_ids }) =>
        sum +
        hoursClosed(
          option_ids.map((id) => gaps.options[id]!),
          gaps.students[student_id] ?? {},
        ),
      0,
    ),
    miles_on_average: metrics.milesOnAverage,
    fullest: metrics.fullestOption,
    total,
    edits: results.filter((result) => result.is_edited).length,
  }
}

/** Facts that only the metrics need: each student's open hours, and each option's hours. */
export function gapsOf(
  needs: ReadonlyMap<string, { gaps: Record<string, number> }>,
  options: readonly { id: string; specialty: string; hours: number }[],
): Gaps {
  return {
    students: Object.fromEntries([...needs].map(([id, { gaps }]) => [id, gaps])),
    options: Object.fromEntries(options.map(({ id, specialty, hours }) => [id, { specialty, hours }])),
  }
}
