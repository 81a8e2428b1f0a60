import type { PlainDate } from '#core/plain-date.ts'
import { Refused, refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { graduateBlocker, graduationDayBlocker, membersBlocker } from '../../rules.ts'
import { listInvited, listMembers, type Lookups } from '../queries/list-open-items.ts'
import { lockCohort, lockMemberships, type Seen } from './lock-cohort.ts'
import { endMemberships } from './write-memberships.ts'

type Request = {
  school_id: string
  on_date: PlainDate
  cohorts: readonly { id: string; version: number; change_id: string }[]
  note?: string | undefined
}
/** The role of the person who graduates them, and how credentials and hours are looked up. */
type Known = Lookups & { role: string }
export type Graduated = { cohort_id: string; change_id: string; graduated: number }

/** Graduates cohorts: only the school's super admin can. Open items need a reason, which is kept in the audit trail. */
export async function graduateCohorts(tx: Tx, request: Request, known: Known): Promise<Graduated[]> {
  await lockMemberships(tx, { id: request.school_id })
  const graduated: Graduated[] = []
  for (const wanted of request.cohorts.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    graduated.push(await graduateCohort(tx, wanted, request, known))
  return graduated
}

async function graduateCohort(
  tx: Tx,
  wanted: Request['cohorts'][number],
  { school_id, on_date: on, note }: Request,
  { role, ...lookups }: Known,
): Promise<Graduated> {
  const cohort = await lockUnchanged(tx, wanted)
  if (cohort.school_id !== school_id) refuse(cohortRefusals, refusal('cohort.missing'))
  refuseIf(cohortRefusals, graduationDayBlocker(on, cohort.today))
  refuseIf(cohortRefusals, graduateBlocker({ ...cohort, student_count: null }, role))
  const members = await listMembers(tx, cohort, lookups)
  const invited = (await listInvited(tx, cohort.id)).length
  refuseIf(cohortRefusals, membersBlocker(cohort.name, members, { on, note, invited }))
  const { id: cohort_id } = cohort
  const change = wanted.change_id
  await tx
    .insertInto('cohort_changes')
    .values({
      id: change,
      school_id,
      kind: 'graduation',
      cohort_id,
      on_date: on,
      end_reason: 'graduated',
      student_count: members.length,
      note: note?.trim() || null,
    })
    .execute()
  const students = members.map((member) => member.student_id)
  await endMemberships(tx, { school_id, students, on, reason: 'graduated', change })
  await tx.updateTable('cohorts').set({ status: 'graduated' }).where('id', '=', cohort_id).execute()
  return { cohort_id, change_id: change, graduated: members.length }
}

/** Locks one of several cohorts; refuses an outdated version without returning the current one. */
async function lockUnchanged(tx: Tx, seen: Seen) {
  try {
    return await lockCohort(tx, seen)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'cohort.old_version') throw error
    return refuse(cohortRefusals, refusal('cohort.changed_meanwhile'))
  }
}
