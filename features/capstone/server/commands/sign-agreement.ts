import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { clearanceBlocker, isSigned, isSigner, signatureColumn, signBlocker } from '../../rules.ts'
import { projectClearance } from '../queries/project-clearance.ts'
import { lockNomination } from './lock-nomination.ts'
import { notifyOfProject } from './notify-of-project.ts'

/**
 * Signs the agreement for the caller: the student, the preceptor, or the
 * faculty member. After the third signature, days can be confirmed.
 */
export async function signAgreement(
  tx: Tx,
  id: string,
  me: { userId: string } | null,
  reason: string | null = null,
): Promise<void> {
  const { project, nomination } = await lockNomination(tx, id)
  // An administrator who is the faculty member signs as such.
  const party = me && project.faculty_id === me.userId ? 'faculty' : project.facts.party
  refuseIf(capstoneRefusals, signBlocker(nomination, party, project.status))
  if (!isSigner(party)) refuse(capstoneRefusals, refusal('capstone.not_a_signer'))
  const clearance =
    party === 'faculty' ? await projectClearance(tx, { ...project, today: project.facts.today }) : null
  refuseIf(capstoneRefusals, clearanceBlocker(party, clearance, reason))
  const isOverridden = clearance?.status === 'not_cleared'
  const column = signatureColumn(party)
  const signed = await tx
    .updateTable('capstone_nominations')
    .set({ [column]: sql`now()`, ...(isOverridden && { override_reason: reason?.trim() ?? null }) })
    .where('id', '=', id)
    .returning(['student_signed_at', 'preceptor_signed_at', 'faculty_signed_at'])
    .executeTakeFirstOrThrow()
  if (!isSigned(signed)) return
  const said = notification(notificationTexts, 'capstone.signed', { title: project.title })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty', 'preceptor'], key: `signed ${id}` },
    said,
  )
}
