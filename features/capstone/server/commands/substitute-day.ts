import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { agreementGapRefusals } from '#features/partnerships/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { findClosedDay, findGaps } from '../queries/find-gap.ts'
import { lockDay } from './lock-day.ts'
import { eligible } from './nominate.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = { id: string; preceptor_id: string; reason: string }

/** An eligible person substitutes for the preceptor on a day: its hours count like all others, and confirmed hours stay. */
export async function substituteDay(tx: Tx, { id, preceptor_id, reason }: Sent): Promise<void> {
  const { project, day } = await lockDay(tx, id)
  if (day.status !== 'planned' && day.status !== 'reschedule')
    refuse(capstoneRefusals, refusal('capstone.day_not_planned'))
  if (day.preceptor_id === preceptor_id && day.status === 'planned')
    refuse(capstoneRefusals, refusal('capstone.same_preceptor'))
  if (day.status === 'reschedule') {
    // It is planned again, so the same must hold as for a new day; PostgreSQL refuses leaves and seats.
    const asked = { ...project, today: project.facts.today }
    refuseIf(agreementGapRefusals, (await findGaps(tx, asked, [day.date]))[0])
    refuseIf(capstoneRefusals, await findClosedDay(tx, asked, [day.date]))
  }
  const preceptor = await eligible(tx, project, preceptor_id, day.date)
  await tx
    .updateTable('capstone_days')
    .set({ status: 'planned', preceptor_id, reason, floated_to: null })
    .where('id', '=', id)
    .execute()
  const said = notification(notificationTexts, 'capstone.substitute', {
    title: project.title,
    date: day.date,
    preceptor,
    reason,
  })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty'], key: `substitute ${id} ${day.version}` },
    said,
  )
  await notifyOfProject(
    tx,
    project,
    { audience: ['preceptor'], key: `substitute ${id} ${day.version}`, preceptor: preceptor_id },
    said,
  )
}
