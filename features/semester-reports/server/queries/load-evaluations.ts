import { counted } from '#features/evaluations/rules.ts'
import { evaluationsOf, kindsAskedOf, domainScoresOf } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationFacts, type ReportFacts } from '../../rules.ts'
import type { Term } from './find-term.ts'

type Facts = Pick<ReportFacts, 'evaluations' | 'missing_evaluations' | 'competencies'>

/** By student: midterms and finals of a semester, missing ones, and scores by domain if requested. */
export async function loadEvaluations(
  tx: Tx,
  term: Term,
  students: readonly string[],
  withDomains: boolean,
): Promise<Map<string, Facts>> {
  const whom = { semesterId: term.id, studentIds: students }
  const asked = await kindsAskedOf(tx, whom)
  const found = await evaluationsOf(tx, whom)
  const sent = [...found.values()].flat().filter(({ status }) => counted.some((one) => one === status))
  const domains = await domainScoresOf(tx, withDomains ? sent.map(({ id }) => id) : [])
  return new Map(
    [...found].map(([student, written]) => {
      const whole = written.map((one) => ({ ...one, domains: domains.get(one.id) ?? [] }))
      return [student, evaluationFacts(whole, asked.get(student) ?? [], term.time_zone)]
    }),
  )
}
