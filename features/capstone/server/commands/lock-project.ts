import { refuse, refusal } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ProjectStatus } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { projectSteps, type StepParty } from '../../rules.ts'
import { findFacts } from '../queries/find-facts.ts'

export type LockedProject = Awaited<ReturnType<typeof lockProject>>

/** Locks a project; refuses if the caller has none with this id, or it changed since they read it. */
export async function lockProject(tx: Tx, { id, version }: { id: string; version?: number }) {
  const row = await tx
    .selectFrom('capstone_projects')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const facts = (await findFacts(tx, [id])).get(id)
  if (!row || !facts) refuse(capstoneRefusals, refusal('capstone.not_found'))
  if (version !== undefined && row.version !== version)
    refuse(capstoneRefusals, refusal('capstone.old_version'))
  return { ...row, status: row.status as ProjectStatus, facts }
}

type Change = Partial<Record<'faculty_id' | 'facility_id' | 'feedback', string | null>> &
  Partial<Record<'required_hours' | 'orientation_hours' | 'other_hours', number>>

/** Moves a locked project to another status, with the decided fields; refuses a step that the caller's party may not take. */
export async function stepProject(tx: Tx, project: LockedProject, to: ProjectStatus, change: Change = {}) {
  if (!canTransition(projectSteps, project.status, to, project.facts.party as StepParty))
    refuse(capstoneRefusals, refusal('capstone.not_now'))
  const row = await tx
    .updateTable('capstone_projects')
    .set({ ...change, status: to })
    .where('id', '=', project.id)
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  return { ...row, status: row.status as ProjectStatus }
}
