import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { automationRefusals } from '../../messages.ts'
import { activateBlocker, cronOf, pauseBlocker } from '../../rules.ts'
import { nextRun } from '../next-run.ts'
import { lastEvent } from '../queries/new-events.ts'
import { lockRule } from './lock-rule.ts'

type Seen = { id: string; version: number }

/** Turns a rule on. From then on it acts in the name of that person, with exactly their permissions. */
export async function activateRule(tx: Tx, seen: Seen): Promise<void> {
  const rule = await lockRule(tx, seen)
  refuseIf(automationRefusals, activateBlocker(rule))
  await tx
    .updateTable('automation_rules')
    .set({
      status: 'active',
      owner_id: sql<string>`app.uid()`,
      halted_why: null,
      failures: 0,
      ...(rule.event === null
        ? { next_run_at: await nextRun(cronOf(rule.schedule), rule.time_zone), events_after: null }
        : { next_run_at: null, events_after: sql<number>`coalesce(${lastEvent(rule.school_id)}, 0)` }),
    })
    .where('id', '=', rule.id)
    .execute()
}

export async function pauseRule(tx: Tx, seen: Seen): Promise<void> {
  const rule = await lockRule(tx, seen)
  refuseIf(automationRefusals, pauseBlocker(rule))
  await tx
    .updateTable('automation_rules')
    .set({ status: 'paused', next_run_at: null, halted_why: null })
    .where('id', '=', rule.id)
    .execute()
}

/** Records that the rule was tried in its current form. */
export async function recordTrial(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('automation_rules')
    .set({ tried_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}
