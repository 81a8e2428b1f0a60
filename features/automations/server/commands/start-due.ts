import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, storedForRun } from '../../messages.ts'
import { afterRun, mayOwn } from '../../rules.ts'
import { nextRun } from '../next-run.ts'
import { lastSettled, MAX_EVENTS, newEvents } from '../queries/new-events.ts'
import { RULE } from './execute-run.ts'

type Due = {
  id: string
  school_id: string
  name: string
  cron: string
  mode: string
  time_zone: string
  owner_id: string
  owner_name: string
  event: string | null
  due_at: string
  is_due: boolean
  is_at_work: boolean
  role: string
  status: string
  linked_school_id: string | null
}

/**
 * As the worker: starts a job for each rule that is due or has new events, as the person who turned it on.
 * Pauses a rule whose owner no longer administers the school, and notifies the school. Of two servers that
 * run at once, one gets the rule. Runs nothing for a read-only school. Returns how many were started.
 */
export async function startDue(tx: Tx, now = new Date(), most = 200): Promise<number> {
  let started = 0
  for (const rule of await lockRules(tx, now, most)) {
    if (!mayOwn(rule, rule.school_id)) await pause(tx, rule)
    else if (rule.event !== null) {
      // While the rule runs, events wait for the next round.
      if (rule.is_at_work || !rule.is_due) continue
      const { rows } = await sql<{
        ids: string[]
      }>`select ${newEvents} as ids from public.automation_rules a where a.id = ${rule.id}::uuid`.execute(tx)
      const ids = rows[0]!.ids.map(Number)
      // Checked again now that the rule is locked: another server may just have handled them.
      if (ids.length === 0) continue
      if (await start(tx, { ...rule, due_at: now.toISOString() }, ids)) started += 1
      // If there are more than one run takes, the rest remain for later.
      const last = ids.length < MAX_EVENTS ? null : ids.at(-1)!
      await sql`update public.automation_rules a set events_after = greatest(a.events_after, least(${lastSettled(sql`a.school_id`)}, ${last}::bigint))
        where a.id = ${rule.id}::uuid`.execute(tx)
    } else if (rule.is_due) {
      const next_run_at = await nextRun(rule.cron, rule.time_zone, now)
      await tx.updateTable('automation_rules').set({ next_run_at }).where('id', '=', rule.id).execute()
      // A schedule that comes up while the rule is still running is skipped.
      if (!rule.is_at_work && (await start(tx, rule))) started += 1
    }
  }
  await passOver(tx)
  return started
}

/** How many unrelated events may pass before a rule's start position moves ahead. */
const FAR = 1_000

/**
 * Moves the start position of rules that had no events for long while many
 * others happened, because each round reads everything after it.
 */
const passOver = (tx: Tx) =>
  sql`update public.automation_rules a set events_after = ${lastSettled(sql`a.school_id`)}
    where a.status = 'active' and a.event is not null and ${lastSettled(sql`a.school_id`)} > a.events_after + ${FAR}::integer and ${newEvents} = '{}'`.execute(
    tx,
  )

const hasEvents = sql`a.event is not null and ${newEvents} <> '{}'`

async function lockRules(tx: Tx, now: Date, most: number): Promise<Due[]> {
  const isDue = sql`(a.next_run_at <= ${now.toISOString()}::timestamptz or ${hasEvents})
      and not exists (select from public.subscriptions s where s.school_id = a.school_id and s.is_read_only)`
  const { rows } = await sql<Due>`
    select a.id, a.school_id, a.name, a.cron, a.event, a.mode, c.time_zone, a.owner_id, u.full_name as owner_name, a.next_run_at as due_at, u.role, u.status, u.linked_school_id,
      ${isDue} as is_due,
      exists (select from public.automation_runs r where r.rule_id = a.id and r.status in ('queued', 'running')) as is_at_work
    from public.automation_rules a join public.schools c on c.id = a.school_id join public.users u on u.id = a.owner_id
    where a.status = 'active' and (${isDue} or u.status <> 'active' or u.role <> 'superadmin' and u.linked_school_id is distinct from a.school_id)
    order by a.next_run_at, a.id limit ${most} for update of a skip locked`.execute(tx)
  return rows
}

/** Creates the run, its job, and the job's session; false if this moment already has a run. */
async function start(tx: Tx, rule: Due, event_ids: number[] = []): Promise<boolean> {
  const [id, job_id] = [randomUUID(), randomUUID()]
  const { school_id, mode, due_at, owner_id: user_id } = rule
  const made = await tx
    .insertInto('automation_runs')
    .values({ id, rule_id: rule.id, school_id, job_id, mode, due_at, is_scheduled: true, event_ids })
    .onConflict((taken) => taken.constraint('automation_runs_once').doNothing())
    .executeTakeFirst()
  if (!made.numInsertedOrUpdatedRows) return false
  const input = JSON.stringify({ run_id: id })
  await tx
    .insertInto('jobs')
    .values({ id: job_id, kind: 'automation', title: rule.name, school_id, asked_by: user_id, input })
    .execute()
  // No one has the token: only its digest exists, for the job.
  const token_hash = createHash('sha256').update(randomBytes(32)).digest('hex')
  const expires_at = new Date(Date.now() + 23 * 3_600_000).toISOString()
  await tx.insertInto('priv.sessions').values({ token_hash, user_id, expires_at, job_id }).execute()
  return true
}

async function pause(tx: Tx, rule: Due): Promise<void> {
  await tx
    .updateTable('automation_rules')
    .set({ status: 'paused', halted_why: 'owner', next_run_at: null })
    .where('id', '=', rule.id)
    .execute()
  const how = { to: ['school'], type: 'automation', url: RULE + rule.id, key: null } as const
  const said = notification(notificationTexts, 'automation.owner_lost', {
    rule: rule.name,
    owner: rule.owner_name,
  })
  await notifyOfRow(tx, { table: 'automation_rules', id: rule.id }, how, said)
}

type Ended = { id: string; rule_id: string; name: string; failures: number; status: string; error: string }

/** As the worker: marks runs whose job ended without them as failed, which counts for their rule. Returns how many. */
export async function failAbandonedRuns(tx: Tx): Promise<number> {
  const { rows } = await sql<Ended>`
    select r.id, r.rule_id, a.name, a.failures, a.status, coalesce(j.error_message, ${storedForRun('run.stopped')}) as error
    from public.automation_runs r join public.jobs j on j.id = r.job_id join public.automation_rules a on a.id = r.rule_id
    where r.status in ('queued', 'running') and j.status in ('failed', 'canceled', 'done') order by r.created_at limit 100 for update of r skip locked`.execute(
    tx,
  )
  for (const run of rows) {
    await tx
      .updateTable('automation_runs')
      .set({ status: 'failed', error: run.error, finished_at: sql<string>`now()` })
      .where('id', '=', run.id)
      .execute()
    await tx
      .updateTable('automation_changes')
      .set({ status: 'refused', message: storedForRun('run.not_reached') })
      .where('run_id', '=', run.id)
      .where('status', '=', 'waiting')
      .execute()
    if (run.status !== 'active') continue
    const { failures, isStopped } = afterRun(run.failures, 'failed')
    const stopped = { status: 'error' as const, halted_why: 'failures', next_run_at: null }
    await tx
      .updateTable('automation_rules')
      .set({ failures, last_run_at: sql<string>`now()`, ...(isStopped && stopped) })
      .where('id', '=', run.rule_id)
      .execute()
    if (!isStopped) continue
    const how = {
      to: ['user_id'],
      type: 'automation',
      url: RULE + run.rule_id,
      key: `automation stopped ${run.id}`,
    } as const
    await notifyOfRow(
      tx,
      { table: 'automation_rules', id: run.rule_id },
      how,
      notification(notificationTexts, 'automation.stopped', { rule: run.name, error: run.error }),
    )
  }
  return rows.length
}
