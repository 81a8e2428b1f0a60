import { Refused } from '#core/refusal.ts'
import { verdictWords } from '#features/cohorts/rules.ts'
import { changeMemberships, type SeatCommands } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { inSavepoint } from '#platform/server/savepoint.ts'
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

/**
 * Ends the cohort memberships of these people from today on, as withdrawn, and with commands on seats takes them off their shifts; returns
 * why others stay in theirs.
 */
export async function endMemberships(
  tx: Tx,
  school_id: string,
  people: readonly Moved[],
  seats: SeatCommands | null,
): Promise<Map<string, string>> {
  const members = people.filter((one) => one.student_id && one.current_cohort_id)
  return members.length === 0
    ? new Map()
    : change(tx, school_id, { cohort_id: null, reason: 'withdrew' }, members, seats)
}

async function change(
  tx: Tx,
  school_id: string,
  to: Change,
  people: readonly Moved[],
  seats: SeatCommands | null = null,
): Promise<Map<string, string>> {
  const wanted = {
    ...to,
    school_id,
    on_date: await schoolToday(tx, school_id),
    students: people.map((one) => ({ student_id: one.student_id! })),
  }
  try {
    // A refusal can come after the first change, for example of too many seats at once.
    const judged = await inSavepoint(tx, () => changeMemberships(tx, crypto.randomUUID(), wanted, seats))
    return new Map(
      judged.flatMap((one) => (one.verdict === 'ok' ? [] : [[one.student_id, verdictWords(one)]])),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return new Map(people.map((one) => [one.student_id!, error.message]))
  }
}
