import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { weekdayOf } from '#core/plain-date.ts'
import { seriesDates } from '#features/shifts/rules.ts'
import { type Actor, createSeries, createShifts, idInSeries } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { commitBlocker, planned } from '../../rules.ts'
import { fieldsOf, type Group, groupsOf } from '../../rules/items.ts'
import { checkPlan } from '../queries/check-plan.ts'
import { parsedOf } from '../queries/find-plan.ts'
import { lockAndReadPlan, lockPlan, type Seen } from './lock-plan.ts'

/**
 * Makes drafts of everything that is not blocked, with the commands that plan series and shifts by hand. Run twice, or in two tabs, it
 * makes them once: the second call finds the plan committed.
 */
export async function commitPlan(tx: Tx, me: Actor, seen: Seen): Promise<void> {
  if ((await lockAndReadPlan(tx, seen.id)).status === 'committed') return
  const record = await lockPlan(tx, seen)
  const checked = await checkPlan(tx, record)
  refuseIf(
    shiftPlanRefusals,
    commitBlocker({ status: record.status, questions: checked.reading.questions, counts: checked.counts }),
  )
  const { semester_id, school_id: schoolId } = record
  const ids: string[] = []
  for (const group of groupsOf(planned(checked.items))) {
    const fields = fieldsOf(group.items[0]!, { semester_id, self_signup: checked.school.selfSignup })
    // The id depends on the version, so a plan that was undone and committed again gets new ids.
    const id = idInSeries(record.id, `${record.version} ${group.key}`)
    ids.push(...(await draftGroup(tx, me, { id, schoolId, fields, group })))
  }
  await tx
    .updateTable('shift_plans')
    .set({
      status: 'committed',
      committed_shift_ids: ids,
      committed_at: sql<string>`now()`,
      failure: null,
      items: JSON.stringify(checked.items),
      parsed: JSON.stringify(parsedOf(checked)),
      planned: checked.counts.planned,
      blocked: checked.counts.blocked,
    })
    .where('id', '=', record.id)
    .execute()
}

type Drafting = { id: string; schoolId: string; fields: ReturnType<typeof fieldsOf>; group: Group }

async function draftGroup(
  tx: Tx,
  me: Actor,
  { id, schoolId, fields, group: { days } }: Drafting,
): Promise<string[]> {
  const [first, last] = [days[0]!, days.at(-1)!]
  if (days.length === 1) {
    await createShifts(tx, me, { schoolId, fields, days: [{ id, date: first }] })
    return [id]
  }
  const weekdays = [...new Set(days.map((day): number => weekdayOf(day)))].toSorted((a, b) => a - b)
  const every = { weekdays, every_weeks: 1, from: first, to: last, skipped: [] }
  const skipped = seriesDates(every)
    .filter((day) => !days.includes(day))
    .map((date) => ({ date, reason: 'Left out of the plan' }))
  await createSeries(tx, me, { id, schoolId, pattern: { ...every, skipped }, fields })
  return days.map((day) => idInSeries(id, day))
}

/** Stores why drafts could not be made, so that the plan shows it when it is opened again. */
export async function noteFailure(tx: Tx, id: string, why: string): Promise<void> {
  await tx
    .updateTable('shift_plans')
    .set({ status: 'failed', failure: why.slice(0, 1000) })
    .where('id', '=', id)
    .where('status', 'in', ['drafting', 'needs_answers', 'ready'])
    .execute()
}
