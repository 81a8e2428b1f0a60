import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { postConfirmedDay } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals } from '../../messages.ts'
import { confirmBlocker, isSigned } from '../../rules.ts'
import { hoursPerDay } from '../queries/hours-per-day.ts'
import { lockDay } from './lock-day.ts'
import { stepProject } from './lock-project.ts'

/** The preceptor of a day confirms its hours, which are credited; the first confirmation makes the project active. */
export async function confirmDay(
  tx: Tx,
  { id, minutes }: { id: string; minutes?: number | undefined },
): Promise<void> {
  const { project, day } = await lockDay(tx, id)
  if (!day.is_own) refuse(capstoneRefusals, refusal('capstone.not_found'))
  // An ended agreement covers the days before its end.
  const agreements = await tx
    .selectFrom('capstone_nominations')
    .select(['student_signed_at', 'preceptor_signed_at', 'faculty_signed_at'])
    .where('project_id', '=', project.id)
    .where('status', 'in', ['accepted', 'ended'])
    .execute()
  // A substitute cannot read the agreement that covers them, so the guard checks it.
  const isSignedByAll = day.is_substitute || agreements.some(isSigned)
  const counted = minutes ?? day.planned_minutes
  const most = await hoursPerDay(tx, project.school_id)
  refuseIf(capstoneRefusals, confirmBlocker({ ...day, is_signed: isSignedByAll }, counted, most))
  await tx
    .updateTable('capstone_days')
    .set({
      status: 'confirmed',
      minutes: counted,
      ...(day.floated_to !== null && { preceptor_ready_at: day.preceptor_ready_at ?? sql`now()` }),
    })
    .where('id', '=', id)
    .execute()
  if (counted > 0) await postConfirmedDay(tx, { ...day, minutes: counted }, project)
  if (counted > 0 && project.status === 'matched') await stepProject(tx, project, 'active')
}
