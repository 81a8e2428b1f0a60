import { ORPCError } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { type JobKind, startJob } from '#features/jobs/server/public.ts'
import { groupOfJob } from '#features/notifications/rules.ts'
import {
  type BulkAction,
  bulkAction,
  type BulkSelection,
  type BulkWords,
  bulkWords,
  shiftReason,
} from '../contract.ts'
import { bulkTitle, MAX_IN_BULK } from '../rules.ts'
import { completeNotices, queueNotices } from './commands/queue-notices.ts'
import { groupNotifications } from './commands/run-each.ts'
import { bulkOfFilter, bulkOfIds, bulkOfTrial } from './queries/bulk-rows.ts'
import { approveShift } from './commands/approve-shift.ts'
import { declineShift } from './commands/decline-shift.ts'
import { endShift } from './commands/end-shift.ts'
import type { Actor, Locked } from './commands/lock-shift.ts'
import { moveToDay } from './commands/move-to-day.ts'
import { publishShift } from './commands/publish-shift.ts'
import { removeShift } from './commands/remove-shift.ts'
import { submitShift } from './commands/submit-shift.ts'
import { substituteInstructor } from './commands/substitute-instructor.ts'
import { withdrawShift } from './commands/withdraw-shift.ts'
import type { Command } from './commands/run-each.ts'
import type { BulkRow } from './queries/bulk-rows.ts'
import { orChangedOutcome } from './queries/versioned-shift.ts'

type Bulk = {
  id: string
  action: BulkAction
  selection: BulkSelection
  is_trial: boolean
  words: BulkWords
}

/**
 * Starts a job that runs an action on many shifts. Throws BAD_REQUEST if no shift is chosen, if there are more than 5,000, or if the action
 * lacks its reason or code.
 */
export async function startBulk(tx: Tx, me: Viewer, bulk: Bulk): Promise<{ job_id: string; total: number }> {
  refuseIncomplete(bulk)
  const rows = await rowsOf(tx, me, bulk.selection)
  if (rows.length === 0)
    throw new ORPCError('BAD_REQUEST', { message: 'No shifts match anymore. Check the list again.' })
  if (rows.length > MAX_IN_BULK)
    throw new ORPCError('BAD_REQUEST', {
      message: `More than ${formatNumber(MAX_IN_BULK)} shifts match. Narrow the filter, and do the rest afterward.`,
    })
  const { job_id } = await startJob(tx, {
    id: bulk.id,
    kind: bulk.is_trial ? 'shifts_trial' : 'shifts_bulk',
    title: bulkTitle(bulk.action, rows.length, bulk.is_trial),
    school_id: me.role === 'facility_admin' ? null : me.linkedSchoolId,
    facility_id: null,
    input: { action: bulk.action, words: bulk.words },
    items: rows.map(({ label, ...row }) => ({ key: row.id, label, input: row })),
  })
  return { job_id, total: rows.length }
}

function rowsOf(tx: Tx, me: Viewer, selection: BulkSelection): Promise<BulkRow[]> {
  if (selection.kind === 'shifts') return bulkOfIds(tx, selection.shifts)
  if (selection.kind === 'trial') return bulkOfTrial(tx, selection.job_id)
  return bulkOfFilter(tx, me.role, selection.filter, MAX_IN_BULK)
}

function refuseIncomplete({ action, words }: Bulk): void {
  const fieldErrors: Record<string, string> = {}
  if (action === 'withdraw' || action === 'cancel' || action === 'substitute' || action === 'move') {
    const read = shiftReason.safeParse(words.reason ?? '')
    if (!read.success) fieldErrors['words.reason'] = read.error.issues[0]!.message
  }
  if (action === 'substitute' && !words.proctor_id) fieldErrors['words.proctor_id'] = 'Choose an instructor.'
  if (action === 'move' && !words.date) fieldErrors['words.date'] = 'Choose the new day.'
  if (action === 'cancel' && !words.cancel_code) fieldErrors['words.cancel_code'] = 'Choose why.'
  if (action === 'decline' && !words.decline_code) fieldErrors['words.decline_code'] = 'Choose why.'
  const [message] = Object.values(fieldErrors)
  if (message) throw new ORPCError('BAD_REQUEST', { message, data: { fieldErrors } })
}

/** The command of an action on one shift; the same as for a single shift. */
function commandFor(action: BulkAction, words: BulkWords, me: Actor, shift: Locked): Command {
  switch (action) {
    case 'submit':
      return (tx) => submitShift(tx, me, { ...shift, reason: words.lead_time_reason })
    case 'publish':
      return (tx) => publishShift(tx, me, { ...shift, toBeNamed: words.to_be_named })
    case 'withdraw':
      return (tx) => withdrawShift(tx, me, { ...shift, reason: words.reason! })
    case 'cancel':
      return (tx) =>
        endShift(tx, me, { ...shift, event: 'cancel', code: words.cancel_code, reason: words.reason! })
    case 'remove':
      return (tx) => removeShift(tx, me, shift)
    case 'approve':
      return (tx) => approveShift(tx, me, { ...shift, seats: words.seats, note: words.reason })
    case 'decline':
      return (tx) => declineShift(tx, me, { ...shift, code: words.decline_code!, note: words.reason })
    case 'substitute':
      return (tx) =>
        substituteInstructor(tx, me, {
          ...shift,
          proctorId: words.proctor_id!,
          insteadOf: words.instead_of,
          reason: words.reason!,
        })
    case 'move':
      return (tx) => moveToDay(tx, me, { ...shift, date: words.date!, reason: words.reason! })
  }
}

type BulkInput = { action: BulkAction; words: BulkWords }
const readInput = (input: BulkInput): BulkInput => ({
  action: bulkAction.parse(input.action),
  words: bulkWords.parse(input.words),
})
const lockedIn = (input: Record<string, unknown>): Locked => input as Locked

/** Runs the action on each shift in its own transaction; everyone concerned gets one notification for all of them. */
export const runBulk: JobKind<BulkInput> = async (job) => {
  const { action, words } = readInput(job.input)
  await job.eachItem(async (tx, { input }) => {
    await groupNotifications(tx, groupOfJob(job.id), action)
    const shift = lockedIn(input)
    const changed = await orChangedOutcome(tx, shift, () => commandFor(action, words, job.viewer, shift)(tx))
    if (changed) return changed
    if (action === 'publish') await queueNotices(tx, [shift.id])
    return undefined
  })
  if (action === 'publish') await job.act(completeNotices)
}

/** Tries the action on each shift, unit by unit, and rolls it back; the same commands say what the outcome would be. */
export const tryBulk: JobKind<BulkInput> = async (job) => {
  const { action, words } = readInput(job.input)
  await job.tryItems(
    ({ input, key }) => (typeof input['facility_id'] === 'string' ? input['facility_id'] : key),
    (tx, { input }) =>
      orChangedOutcome(tx, lockedIn(input), () => commandFor(action, words, job.viewer, lockedIn(input))(tx)),
  )
}
