import { refuseIf, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { automationRefusals } from '../../messages.ts'
import { runBlocker } from '../../rules.ts'
import { lockRule } from './lock-rule.ts'

/** Runs a rule now, as the caller. Repeating the id starts nothing, nor does a rule that is already running. */
export async function startRun(
  tx: Tx,
  { id, run_id, job_id }: { id: string; run_id: string; job_id: string },
): Promise<void> {
  const rule = await lockRule(tx, { id })
  const runs = await tx
    .selectFrom('automation_runs')
    .select(['id', 'status'])
    .where('rule_id', '=', id)
    .where((eb) => eb.or([eb('id', '=', run_id), eb('status', 'in', ['queued', 'running'])]))
    .execute()
  if (runs.some((run) => run.id === run_id)) return
  refuseIf(automationRefusals, runs.length > 0 ? refusal('automation.at_work') : runBlocker(rule))
  const due_at = new Date().toISOString()
  await tx
    .insertInto('automation_runs')
    .values({ id: run_id, rule_id: id, school_id: rule.school_id, job_id, mode: rule.mode, due_at })
    .execute()
  await startJob(tx, {
    id: job_id,
    kind: 'automation',
    title: rule.name,
    school_id: rule.school_id,
    input: { run_id },
  })
}

/** Tries a rule: what it would change now, and what would be refused. Saves nothing but the result. */
export async function startTrial(tx: Tx, { id, job_id }: { id: string; job_id: string }): Promise<void> {
  const rule = await lockRule(tx, { id })
  await startJob(tx, {
    id: job_id,
    kind: 'automation_trial',
    title: `Dry run: ${rule.name}`,
    school_id: rule.school_id,
    input: { rule_id: id },
  })
}
