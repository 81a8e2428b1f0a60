import { evaluationsOf, kindsAskedIn } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationFacts, type ReportFacts } from '../../rules.ts'
import type { Term } from './find-term.ts'

type Facts = Pick<ReportFacts, 'evaluations' | 'missing_evaluations'>

/** Midterms and finals of a semester, and those that are missing, by student. */
export async function loadEvaluations(tx: Tx, term: Term, students: readonly string[]): Promise<Map<string, Facts>> {
  const asked = await kindsAskedIn(tx, term.id)
  const found = await evaluationsOf(tx, { semesterId: term.id, studentIds: students })
  return new Map([...found].map(([id, written]) => [id, evaluationFacts(written, asked, term.time_zone)]))
} // prettier-ignore
