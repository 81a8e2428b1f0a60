import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { lockNomination } from './lock-nomination.ts'
import { stepProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Sent = { id: string; accepts: boolean; reason: string | null }

/** A preceptor accepts a student, and all three sign next; or declines, and the search continues. */
export async function answerNomination(tx: Tx, { id, accepts, reason }: Sent, appUrl: string): Promise<void> {
  const { project, nomination } = await lockNomination(tx, id)
  if (!nomination.is_own || nomination.status === 'proposed')
    refuse(capstoneRefusals, refusal('capstone.not_found'))
  if (nomination.status !== 'asked') refuse(capstoneRefusals, refusal('capstone.answered'))
  const preceptor = nomination.preceptor_name
  const { title, facts } = project
  if (!accepts) {
    const how = 'declined' as const
    // A preceptor who declines is no longer a party.
    const said = notification(notificationTexts, 'capstone.no_answer', { title, preceptor, how })
    await notifyOfProject(
      tx,
      project,
      { audience: ['faculty', 'school', 'facility'], key: `declined ${id}` },
      said,
    )
    await tx
      .updateTable('capstone_nominations')
      .set({ status: 'declined', reason })
      .where('id', '=', id)
      .execute()
    return
  }
  await tx.updateTable('capstone_nominations').set({ status: 'accepted' }).where('id', '=', id).execute()
  await stepProject(tx, project, facts.minutes > 0 ? 'active' : 'matched')
  const said = notification(notificationTexts, 'capstone.accepted', { title, preceptor })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty', 'facility'], key: `accepted ${id}` },
    said,
  )
  await sendLink(tx, {
    appUrl,
    task: 'sign',
    project: { id: project.id, title, school_name: facts.school_name },
    nomination_id: id,
    preceptor_id: nomination.preceptor_id,
    preceptor_name: preceptor,
  })
}
