import { refuseIf } from '#core/refusal.ts'
import { refuseWithinLeave } from '#features/leaves/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DayKind } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { planBlocker } from '../../rules.ts'
import { lockProject } from './lock-project.ts'

type Planned = { id: string; date: string; start_time: string; end_time: string; kind: DayKind }

/** Plans days with the project's preceptor: the student follows their roster. Days of one project do not overlap. */
export async function planDays(tx: Tx, projectId: string, days: readonly Planned[]): Promise<void> {
  const project = await lockProject(tx, { id: projectId })
  refuseIf(capstoneRefusals, planBlocker(project, days))
  await refuseWithinLeave(
    tx,
    project.student_id,
    days.map(({ date }) => date),
  )
  await tx
    .insertInto('capstone_days')
    .values(
      // The guard writes the project's preceptor over it.
      days.map((day) => ({
        ...day,
        school_id: project.school_id,
        project_id: project.id,
        preceptor_id: day.id,
      })),
    )
    .execute()
}
