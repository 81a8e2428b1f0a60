import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ItemEdit } from '../../contract.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { changeBlocker, PLANS_A_DAY } from '../../rules.ts'
import { withEdits } from '../../rules/items.ts'
import { checkPlan, type PlanInput } from '../queries/check-plan.ts'
import { parsedOf } from '../queries/find-plan.ts'
import { countToday } from '../queries/plan-options.ts'
import { lockPlan, type Seen } from './lock-plan.ts'
import { refusePersonalData } from './refuse-personal-data.ts'

type NewPlan = Pick<PlanInput, 'school_id' | 'semester_id' | 'prompt'> & {
  id: string
  file_name: string | null
}

/** Reads a text and stores the plan; repeating it with the same id changes nothing. */
export async function createPlan(tx: Tx, { id, file_name, ...given }: NewPlan): Promise<void> {
  await refusePersonalData(tx, given.school_id, given.prompt)
  const isThere = await tx.selectFrom('shift_plans').select('id').where('id', '=', id).executeTakeFirst()
  if (isThere) return
  if ((await countToday(tx, given.school_id)) >= PLANS_A_DAY)
    refuse(shiftPlanRefusals, refusal('shift_plan.too_many_today', { most: PLANS_A_DAY }))
  const read = await readAgain(tx, { ...given, answers: {}, edits: {} })
  await tx
    .insertInto('shift_plans')
    .values({ id, file_name, ...given, ...read })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}

/** The columns of a plan as it is read and checked now. */
async function readAgain(tx: Tx, input: PlanInput) {
  const checked = await checkPlan(tx, input)
  const { planned, blocked } = checked.counts
  return {
    parsed: JSON.stringify(parsedOf(checked)),
    items: JSON.stringify(checked.items),
    planned,
    blocked,
    status: checked.status,
  }
}

/** Changes an open plan and reads it again. */
async function change(tx: Tx, seen: Seen, changed: (before: PlanInput) => Partial<PlanInput>): Promise<void> {
  const record = await lockPlan(tx, seen)
  refuseIf(shiftPlanRefusals, changeBlocker(record.status))
  const { semester_id, prompt, answers, edits } = { ...record, ...changed(record) }
  const read = await readAgain(tx, { school_id: record.school_id, semester_id, prompt, answers, edits })
  await tx
    .updateTable('shift_plans')
    .set({
      semester_id,
      prompt,
      answers: JSON.stringify(answers),
      edits: JSON.stringify(edits),
      ...read,
      failure: null,
    })
    .where('id', '=', record.id)
    .execute()
}

/** Replaces the text: answers stay if their question is still asked, manual edits are dropped. */
export async function replacePlanText(
  tx: Tx,
  { semester_id, prompt, ...seen }: Seen & Pick<PlanInput, 'semester_id' | 'prompt'>,
): Promise<void> {
  const { school_id: school } = await lockPlan(tx, seen)
  await refusePersonalData(tx, school, prompt)
  await change(tx, seen, () => ({ semester_id, prompt, edits: {} }))
}

export async function answerPlan(
  tx: Tx,
  { key, value, ...seen }: Seen & { key: string; value: string | null },
): Promise<void> {
  await change(tx, seen, ({ answers }) => {
    const { [key]: _before, ...others } = answers
    return { answers: value === null ? others : { ...others, [key]: value } }
  })
}

export async function editPlan(
  tx: Tx,
  { edits: more, ...seen }: Seen & { edits: readonly { temp_id: string; edit: ItemEdit }[] },
): Promise<void> {
  await change(tx, seen, ({ edits }) => ({ edits: withEdits(edits, more) }))
}

/** Discards a plan; for one that is already discarded, changes nothing. */
export async function discardPlan(tx: Tx, seen: Seen): Promise<void> {
  const record = await lockPlan(tx, seen)
  if (record.status === 'discarded') return
  refuseIf(shiftPlanRefusals, changeBlocker(record.status))
  await tx
    .updateTable('shift_plans')
    .set({ status: 'discarded', failure: null })
    .where('id', '=', record.id)
    .execute()
}

/** Resumes a discarded plan, read and checked again. */
export async function resumePlan(tx: Tx, seen: Seen): Promise<void> {
  const record = await lockPlan(tx, seen)
  if (record.status !== 'discarded') return
  await tx
    .updateTable('shift_plans')
    .set(await readAgain(tx, record))
    .where('id', '=', record.id)
    .execute()
}

/** Reopens the plan after its drafts were deleted, read and checked again. */
export async function reopenPlan(tx: Tx, record: PlanInput & { id: string }): Promise<void> {
  await tx
    .updateTable('shift_plans')
    .set({ ...(await readAgain(tx, record)), committed_shift_ids: sql<string[]>`'{}'`, committed_at: null })
    .where('id', '=', record.id)
    .execute()
}
