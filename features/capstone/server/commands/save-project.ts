import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { ProjectFields } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { isOpenProposal } from '../../rules.ts'
import { lockProject } from './lock-project.ts'

type Sent = ProjectFields & { id: string; version: number }

/** A student creates a proposal, or edits it while it is open. */
export async function saveProject(tx: Tx, me: Pick<Viewer, 'userId' | 'linkedSchoolId'>, sent: Sent) {
  const { id, version, deliverables, learning_goals: goals, ...fields } = sent
  refuseIf(capstoneRefusals, fields.end_date < fields.start_date ? refusal('capstone.days_reversed') : null)
  const values = { ...fields, learning_goals: JSON.stringify(goals) }
  if (version === 0)
    await tx
      .insertInto('capstone_projects')
      .values({ id, school_id: me.linkedSchoolId!, student_id: me.userId, created_by: me.userId, ...values })
      .execute()
  const project = await lockProject(tx, version === 0 ? { id } : { id, version })
  if (!isOpenProposal(project.status)) refuse(capstoneRefusals, refusal('capstone.not_open'))
  if (version > 0) await tx.updateTable('capstone_projects').set(values).where('id', '=', id).execute()
  await tx.deleteFrom('capstone_deliverables').where('project_id', '=', id).execute()
  if (deliverables.length > 0)
    await tx
      .insertInto('capstone_deliverables')
      .values(
        deliverables.map((one) => ({
          id: crypto.randomUUID(),
          school_id: project.school_id,
          project_id: id,
          ...one,
        })),
      )
      .execute()
  const saved = await lockProject(tx, { id })
  return { id, status: saved.status, version: saved.version }
}
