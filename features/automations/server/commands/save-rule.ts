import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RuleFields } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'
import { cronOf, removeBlocker, ruleBlocker, normalizeRule } from '../../rules.ts'
import { lockRule } from './lock-rule.ts'

type Seen = { id: string; version: number }

/** Adds a rule as a draft; repeating the id adds nothing. */
export async function addRule(tx: Tx, id: string, school: string, fields: RuleFields): Promise<void> {
  const row = await rowOf(tx, school, fields)
  await tx
    .insertInto('automation_rules')
    .values({ ...row, id, school_id: school })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}

/** Changes a rule. It becomes a draft again and must be tried before it is turned on. */
export async function changeRule(tx: Tx, seen: Seen, fields: RuleFields): Promise<void> {
  const { id, school_id: school } = await lockRule(tx, seen)
  const row = await rowOf(tx, school, fields)
  const untried = {
    status: 'draft' as const,
    tried_at: null,
    next_run_at: null,
    events_after: null,
    halted_why: null,
    failures: 0,
  }
  await tx
    .updateTable('automation_rules')
    .set({ ...row, ...untried })
    .where('id', '=', id)
    .execute()
}

/** Deletes a rule that never ran. */
export async function removeRule(tx: Tx, seen: Seen): Promise<void> {
  const rule = await lockRule(tx, seen)
  refuseIf(automationRefusals, removeBlocker(rule))
  await tx.deleteFrom('automation_rules').where('id', '=', rule.id).execute()
}

async function rowOf(tx: Tx, school: string, fields: RuleFields) {
  refuseIf(automationRefusals, ruleBlocker(fields))
  const { schedule, ...rest } = normalizeRule(fields)
  const { rows } = await sql<{ fits: boolean }>`
    select (${rest.template_id}::uuid is null or exists (select from public.shift_templates t where t.id = ${rest.template_id}::uuid and t.school_id = ${school}::uuid))
      and (${rest.semester_id}::uuid is null or exists (select from public.semesters s where s.id = ${rest.semester_id}::uuid and s.school_id = ${school}::uuid))
      and (${rest.cohort_id}::uuid is null or exists (select from public.cohorts c where c.id = ${rest.cohort_id}::uuid and c.school_id = ${school}::uuid)) as fits`.execute(
    tx,
  )
  if (!rows[0]!.fits) refuse(automationRefusals, refusal('automation.not_of_school'))
  return { ...rest, cron: cronOf(schedule) }
}

/** The given school, or the one the actor works in. */
export async function requestedSchoolOrOwn(tx: Tx, named: string | undefined): Promise<string> {
  const { rows } = await sql<{
    id: string | null
  }>`select coalesce(${named ?? null}::uuid, app.selected_school_id()) as id`.execute(tx)
  return rows[0]!.id ?? refuse(automationRefusals, refusal('automation.no_school'))
}
