import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { floatBlocker, readyBlocker } from '../../rules.ts'
import { lockDay } from './lock-day.ts'
import { notifyOfProject } from './notify-of-project.ts'

/** Notes that a unit floats the preceptor of a day; asks both whether the student goes along (Domain 2.6). */
export async function floatDay(tx: Tx, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  const { project, day } = await lockDay(tx, id)
  refuseIf(capstoneRefusals, floatBlocker(day, project.facts.party, reason))
  const to = reason!.trim()
  await tx.updateTable('capstone_days').set({ floated_to: to }).where('id', '=', id).execute()
  const said = notification(notificationTexts, 'capstone.floated', {
    title: project.title,
    date: day.date,
    preceptor: day.preceptor_name,
    to,
  })
  const key = `floated ${id} ${day.version}`
  await notifyOfProject(tx, project, { audience: ['student', 'faculty'], key }, said)
  await notifyOfProject(tx, project, { audience: ['preceptor'], key, preceptor: day.preceptor_id }, said)
}

/** The student or the preceptor of a floated day says that they are ready to go along. */
export async function markReady(tx: Tx, id: string): Promise<void> {
  const { project, day } = await lockDay(tx, id)
  refuseIf(capstoneRefusals, readyBlocker(day, project.facts.party))
  const whose = project.facts.party === 'student' ? 'student_ready_at' : 'preceptor_ready_at'
  await tx
    .updateTable('capstone_days')
    .set({ [whose]: sql`now()` })
    .where('id', '=', id)
    .execute()
}
