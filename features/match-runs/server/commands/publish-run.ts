import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import { dayIn } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { seatCommands } from '#features/assignments/server/public.ts'
import { lockWishlist, notifyStudents } from '#features/wishlists/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { NotPlaced } from '../../contract.ts'
import { notificationTexts, runRefusals } from '../../messages.ts'
import { CONCERN_HOURS, DECLARED, publishBlocker } from '../../rules.ts'
import { findConflicts } from '../queries/find-changes.ts'
import { findUncleared } from '../queries/load-facts.ts'
import { listPlaced, type PlacedOption } from '../queries/list-placed.ts'
import { lockRun } from './lock-run.ts'
import { assignCapstones } from './assign-capstones.ts'

/** The reason stored with a seat given despite missing clearance. */
const NOT_REQUIRED = 'seat.matched_without_clearance' satisfies AutomaticReason
/** The maximum number of placements named in one refusal. */
const MAX_NAMED = 8

/**
 * Gives everyone the seats of a run and notifies them, all or nothing: each seat with the command that a school uses to put students on a
 * shift, and only for cleared students. The wishlist is locked, so that the second of two publishers finds it done.
 */
export async function publishRun(
  tx: Tx,
  id: string,
  appUrl: string,
): Promise<{ students: number; seats: number }> {
  const { campaign_id: campaignId } = await lockRun(tx, id)
  const wishlist = await lockWishlist(tx, campaignId)
  const run = await lockRun(tx, id)
  refuseIf(runRefusals, publishBlocker({ ...run, phase: wishlist.phase }))
  const placed = await listPlaced(tx, id)
  const refused = await conflictsOf(tx, campaignId, placed)
  if (run.settings.require_clearance) refused.push(...(await unclearedOf(tx, placed)))
  const clearanceReason = run.settings.require_clearance ? undefined : NOT_REQUIRED
  const seats =
    wishlist.kind === 'capstone'
      ? await assignCapstones(tx, wishlist, placed, { refused, appUrl })
      : await giveAll(tx, placed, { refused, clearanceReason })
  if (refused.length > 0)
    refuse(
      runRefusals,
      refusal('run.not_placed', { count: refused.length, placements: refused.slice(0, MAX_NAMED) }),
    )
  const { until, day } = concernTime(wishlist.time_zone)
  await tx.updateTable('wishlist_runs').set({ status: 'published' }).where('id', '=', id).execute()
  await tx
    .updateTable('wishlist_campaigns')
    .set({
      status: 'published',
      published_run_id: id,
      published_at: new Date().toISOString(),
      concerns_until: until,
    })
    .where('id', '=', campaignId)
    .execute()
  const text = notification(notificationTexts, 'wishlist.published', { wishlist: wishlist.name, until: day })
  // A student who joined after the run has no result in it.
  const results = await tx
    .selectFrom('wishlist_results')
    .select('student_id')
    .where('run_id', '=', id)
    .execute()
  const withResult = new Set(results.map((result) => result.student_id))
  await notifyStudents(tx, wishlist, text, 'students', withResult)
  return { students: placed.reduce((sum, { students }) => sum + students.length, 0), seats }
}

/** Checks that a run can be published, before starting the job for it. */
export async function checkPublishable(tx: Tx, id: string): Promise<{ school_id: string; title: string }> {
  const run = await lockRun(tx, id)
  const wishlist = await lockWishlist(tx, run.campaign_id)
  refuseIf(runRefusals, publishBlocker({ ...run, phase: wishlist.phase }))
  return { school_id: run.school_id, title: `Publish ${wishlist.name}, run ${run.number}` }
}

/** The deadline for concerns, and its date at the school. */
function concernTime(timeZone: string): { until: string; day: string } {
  const until = new Date(Date.now() + CONCERN_HOURS * 3_600_000).toISOString()
  return { until, day: dayIn(timeZone, until) }
}

/** Placements against a conflict that was declared, or whose permission was withdrawn, after the run. */
async function conflictsOf(
  tx: Tx,
  campaignId: string,
  placed: readonly PlacedOption[],
): Promise<NotPlaced[]> {
  const isDeclared = await findConflicts(tx, campaignId)
  return placed.flatMap((option) =>
    option.students
      .filter(({ id }) => isDeclared({ student_id: id, option_id: option.id }))
      .map(({ id, name }) => ({ student_id: id, sentence: `${name}, ${option.name}: ${DECLARED}.` })),
  )
}

async function unclearedOf(tx: Tx, placed: readonly PlacedOption[]): Promise<NotPlaced[]> {
  const refused: NotPlaced[] = []
  for (const option of placed) {
    const names = new Map(option.students.map(({ id, name }) => [id, name]))
    for (const { student_id, reason } of await findUncleared(tx, [...names.keys()], [option]))
      refused.push({ student_id, sentence: `${names.get(student_id)}, ${option.name}: ${reason}.` })
  }
  return refused
}

/** Puts everyone on the shifts of their options, ordered by shift id; refusals are added to the list. */
async function giveAll(
  tx: Tx,
  placed: readonly PlacedOption[],
  { refused, clearanceReason }: { refused: NotPlaced[]; clearanceReason: string | undefined },
): Promise<number> {
  const shifts = placed
    .flatMap((option) => option.shift_ids.map((shiftId) => ({ shiftId, option })))
    .toSorted((a, b) => (a.shiftId < b.shiftId ? -1 : 1))
  let seats = 0
  const said = new Set<string>()
  for (const { shiftId, option } of shifts) {
    const students = option.students.map(({ id }) => id)
    const outcomes = await seatCommands.assignStudents(tx, {
      shiftId,
      students,
      reason: null,
      clearanceReason,
      isQuiet: true,
    })
    for (const { student_id, assignment_id, message } of outcomes) {
      if (assignment_id) seats++
      const line = `${option.students.find(({ id }) => id === student_id)!.name}, ${option.name}: ${message}`
      if (!assignment_id && !said.has(line)) refused.push({ student_id, sentence: line })
      if (!assignment_id) said.add(line)
    }
  }
  for (const option of placed)
    if (option.series_id !== null && option.shift_ids.length === 0 && option.students.length > 0)
      refused.push({ student_id: null, sentence: `${option.name}: it has no upcoming shifts.` })
  return seats
}
