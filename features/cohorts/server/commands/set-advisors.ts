import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { changeBlocker } from '../../rules.ts'
import { lockCohort, type LockedCohort, type Seen } from './lock-cohort.ts'

/** Replaces all advisors of a cohort: proctors and administrators of its school. */
export async function setAdvisors(tx: Tx, seen: Seen, userIds: readonly string[]): Promise<void> {
  const cohort = await lockCohort(tx, seen)
  refuseIf(cohortRefusals, changeBlocker(cohort))
  const advisors = await advisorsOf(tx, cohort.id)
  await writeAdvisors(tx, cohort, {
    added: [...new Set(userIds)].filter((id) => !advisors.includes(id)),
    removed: advisors.filter((id) => !userIds.includes(id)),
  })
}

/** Replaces one advisor by another, or by no one (null); if the first is not an advisor, only adds the second. */
export async function replaceAdvisor(
  tx: Tx,
  id: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  await lockCohort(tx, { id })
  const advisors = await advisorsOf(tx, id)
  const kept = advisors.filter((one) => one !== from)
  await setAdvisors(tx, { id }, to === null ? kept : [...kept, to])
}

async function advisorsOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('cohort_advisors').select('user_id').where('cohort_id', '=', id).execute()
  return rows.map((row) => row.user_id)
}

type Difference = { added: string[]; removed: string[] }

async function writeAdvisors(tx: Tx, cohort: LockedCohort, { added, removed }: Difference): Promise<void> {
  if (added.length + removed.length === 0) return
  await refuseOthers(tx, cohort.school_id, added)
  const { id, school_id, name } = cohort
  await sql`delete from public.cohort_advisors where cohort_id = ${id} and user_id = any (${removed}::uuid[])`.execute(
    tx,
  )
  await sql`insert into public.cohort_advisors (cohort_id, school_id, user_id)
    select ${id}, ${school_id}, unnest(${added}::uuid[])`.execute(tx)
  // A new version, so that a client with the old list of advisors is refused.
  await tx.updateTable('cohorts').set({ name }).where('id', '=', id).execute()
}

async function refuseOthers(tx: Tx, schoolId: string, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  const able = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('linked_school_id', '=', schoolId)
    .where('status', '=', 'active')
    .where('email_verified', '=', true)
    .where('role', 'in', ['proctor', 'school_admin', 'school_super_admin'])
    .execute()
  if (able.length < userIds.length) refuse(cohortRefusals, refusal('cohort.advisors'))
}
