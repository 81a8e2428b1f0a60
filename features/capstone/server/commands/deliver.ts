import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { deliverableSteps } from '../../rules.ts'
import { lockProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

async function lockDeliverable(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('capstone_deliverables')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) refuse(capstoneRefusals, refusal('capstone.not_found'))
  const project = await lockProject(tx, { id: found.project_id })
  const row = await tx
    .selectFrom('capstone_deliverables')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { project, row }
}

type Handed = { id: string; note: string | null; file_ids: string[] }

/** A student submits a deliverable, with files or a note; also again after it was returned. */
export async function deliver(tx: Tx, me: { userId: string }, { id, note, file_ids }: Handed): Promise<void> {
  const { project, row } = await lockDeliverable(tx, id)
  if (!canTransition(deliverableSteps, row.status, 'submitted', project.facts.party))
    refuse(capstoneRefusals, refusal('capstone.deliverable_closed'))
  const fresh = file_ids.filter((file) => !row.file_ids.includes(file))
  if (fresh.length > 0) await keepFiles(tx, fresh, { purpose: 'evidence', ownerId: me.userId })
  await tx
    .updateTable('capstone_deliverables')
    .set({ status: 'submitted', note, file_ids, reason: null })
    .where('id', '=', id)
    .execute()
  const said = notification(notificationTexts, 'capstone.delivered', { title: project.title, name: row.name })
  await notifyOfProject(tx, project, { audience: ['faculty'], key: `delivered ${id} ${row.version}` }, said)
}

type Decided = { id: string; decision: 'accept' | 'return'; reason: string | null }

/** The school accepts a deliverable, or returns it with a reason. The student is notified. */
export async function decideDeliverable(tx: Tx, { id, decision, reason }: Decided): Promise<void> {
  const { project, row } = await lockDeliverable(tx, id)
  const to = decision === 'accept' ? 'accepted' : 'returned'
  if (!canTransition(deliverableSteps, row.status, to, project.facts.party))
    refuse(capstoneRefusals, refusal('capstone.deliverable_closed'))
  const why = decision === 'accept' ? null : reason?.trim() || null
  if (decision === 'return' && (why ?? '').length < 3)
    refuse(capstoneRefusals, refusal('capstone.reason_missing'))
  await tx
    .updateTable('capstone_deliverables')
    .set({ status: to, reason: why })
    .where('id', '=', id)
    .execute()
  const said = notification(notificationTexts, 'capstone.deliverable_decided', {
    title: project.title,
    name: row.name,
    reason: why,
  })
  await notifyOfProject(tx, project, { audience: ['student'], key: `decided ${id} ${row.version}` }, said)
}
