import { Refused } from '#core/refusal.ts'
import { verdictWords } from '#features/cohorts/rules.ts'
import { changeMemberships } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasPerson } from '../../contract.ts'
import { schoolToday } from '../queries/school-today.ts'

type Moved = Pick<CanvasPerson, 'student_id' | 'current_cohort_id'>

type Change = Omit<Parameters<typeof changeMemberships>[2], 'school_id' | 'on_date' | 'students'>

/** Enrolls students in a cohort from today on; returns why others stay where they are. */
export async function beginMemberships(
  tx: Tx,
  school_id: string,
  cohort_id: string,
  people: readonly Moved[],
): Promise<Map<string, string>> {
  const reason = people.some((one) => one.current_cohort_id) ? 'transferred' : 'enrolled'
  return change(tx, school_id, { cohort_id, reason }, people)
}

/** Ends the cohort memberships of these people from today on, as withdrawn; returns why others stay in theirs. */
export async function endMemberships(
  tx: Tx,
  school_id: string,
  people: readonly Moved[],
): Promise<Map<string, string>> {
  const members = people.filter((one) => one.student_id && one.current_cohort_id)
  return members.length === 0
    ? new Map()
    : change(tx, school_id, { cohort_id: null, reason: 'withdrew' }, members)
}

async function change(
  tx: Tx,
  school_id: string,
  to: Change,
  people: readonly Moved[],
): Promise<Map<string, string>> {
  try {
    const judged = await changeMemberships(tx, crypto.randomUUID(), {
      ...to,
      school_id,
      on_date: await schoolToday(tx, school_id),
      students: people.map((one) => ({ student_id: one.student_id! })),
    })
    return new Map(
      judged.flatMap((one) => (one.verdict === 'ok' ? [] : [[one.student_id, verdictWords(one)]])),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return new Map(people.map((one) => [one.student_id!, error.message]))
  }
}
