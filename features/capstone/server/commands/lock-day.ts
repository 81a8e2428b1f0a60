import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { DayStatus } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { minutesOf } from '../../rules.ts'
import { lockProject } from './lock-project.ts'

/** Locks a day and its project, the project first. */
export async function lockDay(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('capstone_days')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) refuse(capstoneRefusals, refusal('capstone.not_found'))
  const project = await lockProject(tx, { id: found.project_id })
  const row = await tx
    .selectFrom('capstone_days')
    .selectAll()
    .select([
      sql<boolean>`ends_at <= now()`.as('has_ended'),
      sql<boolean>`preceptor_id in (select app.preceptor_ids())`.as('is_own'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { project, day: { ...row, status: row.status as DayStatus, planned_minutes: minutesOf(row) } }
}
