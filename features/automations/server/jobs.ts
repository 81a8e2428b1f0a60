import { ORPCError } from '@orpc/server'
import { type JobKind, type JobKinds, outcomeOf } from '#features/jobs/server/public.ts'
import { completeNotices } from '#features/shifts/server/public.ts'
import { asContractError } from '#platform/server/pg-errors.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { TriedChange } from '../contract.ts'
import { reasonOf } from '../messages.ts'
import { actions, findChanges } from './commands/find-changes.ts'
import { executeChange } from './commands/execute-change.ts'
import { beginRun, finishRun } from './commands/execute-run.ts'
import { lockRule } from './commands/lock-rule.ts'
import { recordTrial } from './commands/activate-rule.ts'
import { findRule } from './queries/list-rules.ts'

const FIND_MS = 120_000

/** Runs a rule as the person who started it or turned it on: suggestions wait for people, permitted changes are made, each separately. */
const run: JobKind<{ run_id: string }> = async (job) => {
  const id = job.input.run_id
  const failure = await job
    .act((tx) => beginRun(tx, id), { deadlineMs: FIND_MS })
    .then((isOn) => (isOn ? null : false), wordsOfRefusal)
  if (failure === false) return { run_id: id }
  if (failure === null) {
    const waiting = await job.act((tx) => listWaiting(tx, id))
    for (const [at, change] of waiting.entries()) {
      await job.progress({ done: at, total: waiting.length })
      await job.act(async (tx) => {
        if (!(await claim(tx, change))) return
        const outcome = await outcomeOf(tx, () => executeChange(tx, job.viewer, change))
        if (outcome.status !== 'done')
          await tx
            .updateTable('automation_changes')
            .set({ status: 'refused', message: outcome.message ?? null })
            .where('id', '=', change)
            .execute()
      })
    }
  }
  await job.act(async (tx) => {
    await completeNotices(tx)
    await finishRun(tx, id, failure)
    await job.finishIn(tx, { run_id: id })
  })
  return { run_id: id }
}

/** Tries a rule in one transaction that is always rolled back. The job's result is what each change would do. */
const trial: JobKind<{ rule_id: string }> = async (job) => {
  const id = job.input.rule_id
  const rows: TriedChange[] = []
  const undo = new Error('Tried, and undone')
  let tried = 0
  const failure = await job
    .act(
      async (tx) => {
        const rule = await findRule(tx, id)
        tried = rule.version
        await giveReason(tx, reasonOf(rule.name))
        for (const found of await findChanges(tx, rule)) {
          const { label, before, input, entity_id, student_id = null } = found
          let { after } = found
          const outcome = await outcomeOf(tx, async () => {
            after = await actions[rule.action].executeChange(tx, job.viewer, {
              id: null,
              entity_id,
              student_id,
              input,
              after,
              school_id: rule.school_id,
              rule_name: rule.name,
            })
          })
          const isFine = outcome.status === 'done'
          rows.push({
            label,
            before,
            after: isFine ? after : null,
            message: isFine ? null : (outcome.message ?? null),
          })
        }
        throw undo
      },
      { deadlineMs: FIND_MS },
    )
    .catch((error: unknown) => (error === undo ? null : wordsOfRefusal(error)))
  await job.act(async (tx) => {
    const { version } = await lockRule(tx, { id })
    // A rule that was edited meanwhile has not been tried.
    if (failure === null && version === tried) await recordTrial(tx, id)
    await job.finishIn(tx, { rows, failure })
  })
  return { rows, failure }
}

/** The text of a refusal by a rule; rethrows other errors. */
function wordsOfRefusal(error: unknown): string {
  const known = asContractError(error)
  if (known instanceof ORPCError && known.status < 500 && known.code !== 'UNAUTHORIZED') return known.message
  throw error
}

async function listWaiting(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('automation_changes')
    .select('id')
    .where('run_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('position')
    .execute()
  return rows.map((row) => row.id)
}

/** False if another process has done it, or is doing it. */
async function claim(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('automation_changes')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.length === 1
}

export const automationJobs = { automation: run, automation_trial: trial } as JobKinds
