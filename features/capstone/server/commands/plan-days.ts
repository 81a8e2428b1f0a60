import { sql } from 'kysely'
import { addDays } from '#core/plain-date.ts'
import { refusal, refuse, refuseIf } from '#core/refusal.ts'
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
  const preceptor = await tx
    .selectFrom('capstone_nominations')
    .select(['preceptor_id', 'preceptor_name'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (!preceptor) refuse(capstoneRefusals, refusal('capstone.no_preceptor'))
  const { school_id, facility_id } = project
  const rows = days.map((day) => ({
    ...day,
    ...preceptor,
    school_id,
    project_id: projectId,
    starts_at: instantAt(facility_id, day.date, day.start_time),
    ends_at: instantAt(
      facility_id,
      day.end_time <= day.start_time ? addDays(day.date, 1) : day.date,
      day.end_time,
    ),
  }))
  await tx.insertInto('capstone_days').values(rows).execute()
}

/** The instant of a time on a day, on the clock of the facility. */
const instantAt = (facilityId: string | null, date: string, time: string) => sql<string>`(
  select (${date}::date + ${time}::time) at time zone f.time_zone from public.facilities f where f.id = ${facilityId}::uuid)`
