import { checkedProblem, runMatch } from '#features/matching/server/public.ts'
import { type RunSettings, runSettings } from '../contract.ts'
import { resultOf, BY_HAND, gapsOf, type Placed, proofOf } from './result-of.ts'
import { problemOf } from './problem-of.ts'

type Student = { id: string; name: string; choices: string[] }
type Option = {
  id: string
  name: string
  unit_id: string | null
  specialty: string
  first_date: string
  last_date: string
  hours: number
  seats: number
}

/** Runs the real engine on these students and options; `placed`: the placements made by hand. */
export async function fakeRun(
  students: readonly Student[],
  options: readonly Option[],
  settings: Partial<RunSettings>,
  placed?: readonly Placed[],
) {
  const asked = runSettings.parse(settings)
  const facts = {
    students: students.map((student) => ({
      ...student,
      starts: null,
      is_hardship: false,
      conflicts: [],
      latitude: null,
      longitude: null,
      missed_first: 0,
      visited: [],
    })),
    options: options.map((option) => ({
      ...option,
      series_id: null,
      preceptor_id: null,
      site_id: null,
      latitude: null,
      longitude: null,
      min_seats: 0,
      taken: 0,
      level_seats: {},
      requires: [],
      student_order: [],
      facility_ids: [],
    })),
    closed: [],
    days: [],
    needs: new Map<string, { gaps: Record<string, number>; completed: string[] }>(),
  }
  const problem = checkedProblem(problemOf(facts, asked, 1))
  const gaps = gapsOf(facts.needs, facts.options)
  const answer = placed ? null : await runMatch(problem)
  const found = resultOf(problem, gaps, placed ?? answer!.assignments, new Set(), placed !== undefined)
  const own = new Map((answer?.explanations ?? []).map(({ student, sentences }) => [student, sentences]))
  return {
    settings: asked,
    problem,
    gaps,
    proof: answer ? proofOf(answer) : BY_HAND,
    figures: found.figures,
    results: found.results.map((row) => ({ ...row, sentences: own.get(row.student_id) ?? row.sentences })),
  }
}
