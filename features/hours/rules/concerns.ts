import { formatDate } from '#core/plain-date.ts'
import { missingInWords } from '#features/credentials/rules.ts'
import type { Concern, CredentialRisk } from '../contract.ts'

type Readiness = CredentialRisk & { status: string }

/** The credentials that put someone at risk; null when they are cleared or none are required. */
export const credentialRiskOf = (readiness: Readiness | undefined): CredentialRisk | null =>
  readiness?.status === 'not_cleared' && readiness.missing.length > 0
    ? { missing: readiness.missing, next_shift: readiness.next_shift }
    : null

/** Says in a sentence which credentials put a student at risk. */
export function credentialRiskWords({ missing, next_shift: next }: CredentialRisk): string {
  const shift = next ? `Not cleared for the shift on ${formatDate(next)}` : 'Not cleared for shifts'
  return `${shift}: ${missingInWords(missing)}.`
}

type Absent = { unexcused: number; fromLates: number }

type Evaluated = NonNullable<Concern['evaluation']> & { is_overdue: boolean }

/**
 * Attendance and evaluation risks of a student: absences at the school’s limit, evaluations that are overdue or need improvement (Domain
 * 2.11).
 */
export function concernsOf(absences: Absent | undefined, evaluations: readonly Evaluated[]): Concern[] {
  const of = (code: Concern['code'], those: readonly Evaluated[]): Concern[] => {
    const [first] = those
    if (!first) return []
    const { id, shift_id, kind } = first
    return [{ code, count: those.length, from_lates: 0, evaluation: { id, shift_id, kind } }]
  }
  return [
    ...(absences
      ? [
          {
            code: 'absence_limit' as const,
            count: absences.unexcused,
            from_lates: absences.fromLates,
            evaluation: null,
          },
        ]
      : []),
    ...of(
      'eval_ni',
      evaluations.filter((one) => !one.is_overdue),
    ),
    ...of(
      'evaluation_missing',
      evaluations.filter((one) => one.is_overdue),
    ),
  ]
}

/** Says in a sentence what in attendance or evaluations puts a student at risk. */
export function concernWords({ code, count, from_lates: lates }: Concern): string {
  switch (code) {
    case 'absence_limit':
      return `${count === 1 ? '1 unexcused absence' : `${count} unexcused absences`} this semester${lates > 0 ? `, ${lates === count ? 'from late arrivals' : `${lates} of them from late arrivals`}` : ''}: the school’s limit is reached.`
    case 'evaluation_missing':
      return count === 1 ? 'An evaluation is overdue.' : `${count} evaluations are overdue.`
    case 'eval_ni':
      return count === 1
        ? 'An evaluation shows a need for improvement.'
        : `${count} evaluations need improvement.`
  }
}
