import { type RawBuilder, sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { formatRange } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PlanItem, ShiftPlan, ShiftPlanRow } from '../../contract.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { isOpen, summaryOf } from '../../rules.ts'
import type { Edits } from '../../rules/items.ts'
import type { Answers } from '../../rules/types.ts'
import { checkPlan, type CheckedPlan } from './check-plan.ts'

/** What is stored of the last reading of a text. */
export type Parsed = Pick<ShiftPlan, 'series' | 'assumptions' | 'questions'> & {
  left_out: number
  warned: number
}
export type PlanRecord = Omit<ShiftPlanRow, 'counts'> & {
  school_id: string
  planned: number
  blocked: number
  answers: Answers
  edits: Edits
  parsed: Partial<Parsed>
  items: PlanItem[]
  committed_shift_ids: string[]
}

export const planColumns: RawBuilder<unknown> = sql`p.id, p.school_id, p.semester_id, t.name as semester_name, p.prompt, p.file_name, p.status, p.engine, p.planned, p.blocked, p.answers, p.edits,
  p.parsed, p.items, p.committed_shift_ids, p.failure, (select u.full_name from public.users u where u.id = p.created_by) as created_by_name, p.created_at, p.committed_at, p.version`
export const planJoins: RawBuilder<unknown> = sql`from public.shift_plans p join public.semesters t on t.id = p.semester_id and t.school_id = p.school_id`

/** The plan as stored; throws NOT_FOUND if the actor may not see it. */
export async function findRecord(tx: Tx, id: string): Promise<PlanRecord> {
  const { rows } = await sql<PlanRecord>`select ${planColumns} ${planJoins} where p.id = ${id}::uuid`.execute(
    tx,
  )
  return rows[0] ?? refuse(shiftPlanRefusals, refusal('shift_plan.missing'))
}

/** What to store of a plan that was just read. */
export function parsedOf({ reading, school, counts }: CheckedPlan): Parsed {
  return {
    series: reading.series.map((one) => ({
      text: one.text,
      summary: summaryOf(one, school.vocabulary),
      left_out: one.left_out,
    })),
    assumptions: reading.assumptions,
    questions: reading.questions,
    left_out: counts.left_out,
    warned: counts.warned,
  }
}

export const rowOf = ({
  planned,
  blocked,
  parsed,
  school_id: _school,
  answers: _answers,
  edits: _edits,
  items: _items,
  committed_shift_ids: _ids,
  ...row
}: PlanRecord): ShiftPlanRow => ({
  ...row,
  counts: { planned, blocked, left_out: parsed.left_out ?? 0, warned: parsed.warned ?? 0 },
})

/** A plan with its shifts: an open plan is checked against current data, a settled one stays as it was. */
export async function findPlan(tx: Tx, id: string): Promise<ShiftPlan> {
  const record = await findRecord(tx, id)
  const checked = isOpen(record.status) ? await checkPlan(tx, record) : null
  const parsed = checked ? parsedOf(checked) : record.parsed
  const drafted = await draftedOf(tx, record)
  return {
    ...rowOf(record),
    ...(checked && {
      counts: checked.counts,
      status: record.status === 'failed' ? 'failed' : checked.status,
    }),
    series: parsed.series ?? [],
    assumptions: parsed.assumptions ?? [],
    questions: parsed.questions ?? [],
    answered: Object.keys(record.answers).length,
    items: checked?.items ?? record.items.map(itemKept),
    ...drafted,
  }
}

const since = { preceptor_ids: [], preceptor_names: [], objectives: [] }
/** A stored shift of a settled plan; fields added later are missing in older ones. */
const itemKept = ({ issues, ...item }: PlanItem): PlanItem => ({
  ...since,
  ...item,
  issues: issues.map((one) => Object.assign({ about: one.text }, one)),
})

/** The shifts made from a plan, by series, and how many of them are no longer drafts. */
async function draftedOf(
  tx: Tx,
  { committed_shift_ids: ids }: PlanRecord,
): Promise<Pick<ShiftPlan, 'drafts' | 'no_longer_draft' | 'drafted'>> {
  if (ids.length === 0) return { drafts: 0, no_longer_draft: 0, drafted: [] }
  const { rows } = await sql<{
    series_id: string | null
    unit: string | null
    from: string
    to: string
    count: number
    drafts: number
  }>`
    select x.series_id, f.name as unit, min(x.date) as from, max(x.date) as to, count(*)::integer as count, count(*) filter (where x.status = 'draft' and x.submitted_at is null)::integer as drafts
    from public.shifts x left join public.facilities f on f.id = x.facility_id where x.id = any (${ids}::uuid[]) group by 1, 2 order by 3, 2`.execute(
    tx,
  )
  return {
    drafts: rows.reduce((sum, { drafts }) => sum + drafts, 0),
    no_longer_draft: rows.reduce((sum, { drafts, count }) => sum + count - drafts, 0),
    drafted: rows.map(({ unit, drafts: _drafts, ...row }) => ({
      ...row,
      label: `${unit ?? 'On campus'}, ${formatRange(row.from, row.to)}`,
    })),
  }
}
