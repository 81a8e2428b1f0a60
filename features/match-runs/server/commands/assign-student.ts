import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { evaluateMatch } from '#features/matching/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Preview } from '../../contract.ts'
import { runRefusals } from '../../messages.ts'
import { DECLARED, editBlocker } from '../../rules.ts'
import { findConflicts } from '../queries/find-changes.ts'
import { resultOf, type Placed } from '../result-of.ts'
import { lockRun, readRun } from './lock-run.ts'
import { writeResults } from './write-results.ts'

type Change = { id: string; student_id: string; option_ids: readonly string[] }
type Row = { student_id: string; option_ids: string[]; is_edited: boolean }

/** What placing a student elsewhere would break and cost, by the model of the run. */
export async function previewPlacement(tx: Tx, change: Change): Promise<Preview> {
  const { blockers, before, after } = compare(await readChange(tx, change, false))
  return { blockers, cost: before === null || after === null ? null : after - before }
}

/** Places a student by hand: checks the hard rules again, stores the cost, and flags the student's result. */
export async function assignStudent(
  tx: Tx,
  actorId: string,
  change: Change & { edit_id: string; reason: string },
): Promise<void> {
  const known = await tx
    .selectFrom('wishlist_edits')
    .select('id')
    .where('id', '=', change.edit_id)
    .executeTakeFirst()
  if (known) return
  const found = await readChange(tx, change)
  const { blockers, before, after } = compare(found)
  if (blockers.length > 0 || before === null || after === null)
    refuse(runRefusals, refusal('run.breaks_rules', { sentences: blockers.join(' ') }))
  await tx
    .insertInto('wishlist_edits')
    .values({
      id: change.edit_id,
      run_id: change.id,
      student_id: change.student_id,
      school_id: found.run.school_id,
      from_options: found.from,
      to_options: [...change.option_ids],
      cost_before: before,
      cost_after: after,
      reason: change.reason,
      created_by: actorId,
    })
    .execute()
  await keep(tx, found, new Set([...found.edited, change.student_id]))
}

/** Undoes a student's last edit, if the hard rules still allow it; with no edits left the run is as computed. */
export async function undoEdit(tx: Tx, { id, edit_id }: { id: string; edit_id: string }): Promise<void> {
  // Before its edits are read, so that a colleague's newer one counts.
  await lockRun(tx, id)
  const edits = await tx
    .selectFrom('wishlist_edits')
    .select(['id', 'student_id', 'from_options'])
    .where('run_id', '=', id)
    .where('undone_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  const edit = edits.find((one) => one.id === edit_id)
  const own = edits.filter((one) => one.student_id === edit?.student_id)
  if (!edit || own[0]?.id !== edit_id) return refuse(runRefusals, refusal('run.edit_unknown'))
  const found = await readChange(tx, { id, student_id: edit.student_id, option_ids: edit.from_options })
  const { blockers } = compare(found)
  if (blockers.length > 0) refuse(runRefusals, refusal('run.breaks_rules', { sentences: blockers.join(' ') }))
  await tx
    .updateTable('wishlist_edits')
    .set({ undone_at: new Date().toISOString() })
    .where('id', '=', edit_id)
    .execute()
  const edited = new Set(found.edited)
  if (own.length === 1) edited.delete(edit.student_id)
  await keep(tx, found, edited)
}

async function readChange(tx: Tx, { id, student_id, option_ids }: Change, isLocked = true) {
  const run = await readRun(tx, id, isLocked)
  refuseIf(runRefusals, editBlocker(run))
  const problem = run.problem!
  const rows: Row[] = await tx
    .selectFrom('wishlist_results')
    .select(['student_id', 'option_ids', 'is_edited'])
    .where('run_id', '=', id)
    .execute()
  const row = rows.find((one) => one.student_id === student_id)
  if (!row) return refuse(runRefusals, refusal('run.student_unknown'))
  if (option_ids.some((option) => !problem.options.some((one) => one.id === option)))
    refuse(runRefusals, refusal('run.option_unknown'))
  if (
    row.option_ids.length === option_ids.length &&
    option_ids.every((option) => row.option_ids.includes(option))
  )
    refuse(runRefusals, refusal('run.same_option'))
  const placed: Placed[] = rows.map((one) => ({ student: one.student_id, options: one.option_ids }))
  const changed = placed.map((one) =>
    one.student === student_id ? { ...one, options: [...option_ids] } : one,
  )
  const edited = new Set(rows.filter((one) => one.is_edited).map((one) => one.student_id))
  // Declared, or no longer allowed, after the run: publishing would refuse it.
  const isDeclared = await findConflicts(tx, run.campaign_id)
  const declared = option_ids.filter((option_id) => isDeclared({ student_id, option_id }))
  return { run, problem, placed, changed, edited, from: row.option_ids, student_id, declared }
}

/** The rules that the change newly breaks, as sentences; the school may leave a student without a seat. */
function compare({ problem, placed, changed, student_id, declared }: Found) {
  const [before, after] = [evaluateMatch(problem, placed, true), evaluateMatch(problem, changed, true)]
  const known = new Set(before.broken.map(({ words }) => words))
  const missed = (rules: typeof before.broken) => rules.filter(({ rule }) => rule === 'minimum').length
  const blockers = after.broken
    .filter(({ rule, words }) => rule !== 'seat' && !known.has(words))
    .filter(({ rule }) => rule !== 'minimum' || missed(after.broken) > missed(before.broken))
    .map(({ words }) => words)
  const nameIn = (list: readonly { id: string; name?: string | undefined }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? ''
  for (const option of declared) {
    const words = `${nameIn(problem.options, option)} is closed to ${nameIn(problem.students, student_id)}: ${DECLARED}.`
    if (!blockers.includes(words)) blockers.push(words)
  }
  return { blockers, before: before.total, after: after.total }
}

type Found = Awaited<ReturnType<typeof readChange>>

async function keep(tx: Tx, { run, problem, changed }: Found, edited: ReadonlySet<string>): Promise<void> {
  const isByHand = run.settings.mode === 'manual'
  const { figures, results } = resultOf(problem, run.gaps!, changed, edited, isByHand)
  await writeResults(tx, run, results)
  await tx
    .updateTable('wishlist_runs')
    .set({ figures: JSON.stringify(figures) })
    .where('id', '=', run.id)
    .execute()
}
