import { absencesOf } from '#features/attendance/server/public.ts'
import { readinessOf } from '#features/credentials/server/public.ts'
import { evaluationConcerns } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Concerns } from '../../contract.ts'
import { concernsOf, credentialRiskOf } from '../../rules.ts'

/** Risks of these students other than hours; leaves out students without any, and those the caller may not see. */
export async function findConcerns(tx: Tx, ids: readonly string[]): Promise<Concerns[]> {
  const readiness = await readinessOf(tx, ids)
  const absences = await absencesOf(tx, ids)
  const evaluations = Map.groupBy(await evaluationConcerns(tx, ids), (one) => one.student_id)
  const all = ids.map((id) => ({
    student_id: id,
    credentials: credentialRiskOf(readiness.get(id)),
    concerns: concernsOf(absences.get(id), evaluations.get(id) ?? []),
  }))
  return all.filter(({ credentials, concerns }) => credentials !== null || concerns.length > 0)
}
