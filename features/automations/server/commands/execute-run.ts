import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, storedForRun } from '../../messages.ts'
import { afterRun, runBlocker, runResult } from '../../rules.ts'
import { findChanges } from './find-changes.ts'
import { findRun } from '../queries/list-runs.ts'
import { lockRule } from './lock-rule.ts'

/**
 * Starts a queued run and records what it found; false if it is over, also because the rule was paused or changed while the run waited.
 * After a crash it continues.
 */
export async function beginRun(tx: Tx, id: string): Promise<boolean> {
  const run = await findRun(tx, id)
  if (run.status !== 'queued') return run.status === 'running'
  const rule = await lockRule(tx, { id: run.rule_id })
  if (runBlocker(rule) || rule.mode !== run.mode) {
    // No failure of the rule: what was asked for no longer holds.
    await tx
      .updateTable('automation_runs')
      .set({ status: 'failed', error: storedForRun('run.rule_changed'), finished_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    return false
  }
  await tx
    .updateTable('automation_runs')
    .set({ status: 'running', started_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const found = await findChanges(tx, rule)
  if (found.length === 0) return true
  const status = run.mode === 'auto' ? 'waiting' : 'suggested'
  await tx
    .insertInto('automation_changes')
    .values(
      found.map(({ input, before, after, ...one }, position) => ({
        ...one,
        id: crypto.randomUUID(),
        run_id: id,
        rule_id: rule.id,
        school_id: rule.school_id,
        position,
        action: rule.action,
        status,
        input: JSON.stringify(input),
        before: before && JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .onConflict((taken) => taken.doNothing())
    .execute()
  return true
}

/** Ends a run: records its result, updates its rule and sends notifications. `failure` says why it did not reach its changes. */
export async function finishRun(tx: Tx, id: string, failure: string | null = null): Promise<void> {
  const run = await findRun(tx, id)
  if (run.status !== 'running' && run.status !== 'queued') return
  const rule = await lockRule(tx, { id: run.rule_id })
  const result = failure === null ? runResult(run) : 'failed'
  const error = failure ?? (result === 'failed' ? await firstRefusal(tx, id) : null)
  await tx
    .updateTable('automation_runs')
    .set({ status: result, error, finished_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const { failures, isStopped } = afterRun(rule.failures, result)
  const stopped = { status: 'error' as const, halted_why: 'failures', next_run_at: null }
  await tx
    .updateTable('automation_rules')
    .set({ last_run_at: sql<string>`now()`, failures, ...(isStopped && rule.status === 'active' && stopped) })
    .where('id', '=', rule.id)
    .execute()
  if (run.suggested > 0) {
    const how = { to: ['school'], type: 'automation', url: SUGGESTIONS, key: `automation run ${id}` } as const
    await notifyOfRow(
      tx,
      { table: 'automation_runs', id },
      how,
      notification(notificationTexts, 'automation.suggests', { rule: rule.name, count: run.suggested }),
    )
  }
  if (isStopped && rule.status === 'active') {
    const how = {
      to: ['user_id'],
      type: 'automation',
      url: RULE + rule.id,
      key: `automation stopped ${id}`,
    } as const
    await notifyOfRow(
      tx,
      { table: 'automation_rules', id: rule.id },
      how,
      notification(notificationTexts, 'automation.stopped', { rule: rule.name, error: error ?? '' }),
    )
  }
}

const SUGGESTIONS = '/admin/shift-automation?view=suggestions'
export const RULE = '/admin/shift-automation?rule='

async function firstRefusal(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('automation_changes')
    .select('message')
    .where('run_id', '=', id)
    .where('status', '=', 'refused')
    .orderBy('position')
    .executeTakeFirst()
  return row?.message ?? null
}
