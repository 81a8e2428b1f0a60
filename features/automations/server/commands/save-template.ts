import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { TemplateFields } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'
import { templateProblems } from '../../rules.ts'

/** Adds a template; repeating the id adds nothing. */
export async function addTemplate(tx: Tx, id: string, school: string, fields: TemplateFields): Promise<void> {
  await refuseUnfit(tx, school, fields)
  await tx
    .insertInto('shift_templates')
    .values({ ...fields, id, school_id: school })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}

/** Changes a template; shifts already created from it stay as they are. */
export async function changeTemplate(
  tx: Tx,
  { id, version }: { id: string; version: number },
  fields: TemplateFields,
): Promise<void> {
  const row = await lockTemplate(tx, id)
  refuseIf(automationRefusals, row.version === version ? null : refusal('automation.old_version'))
  await refuseUnfit(tx, row.school_id, fields)
  await tx.updateTable('shift_templates').set(fields).where('id', '=', id).execute()
}

/** Archives a template that no active rule needs, or restores it. */
export async function archiveTemplate(tx: Tx, id: string, isArchived: boolean): Promise<void> {
  await lockTemplate(tx, id)
  const inUse = await tx
    .selectFrom('automation_rules')
    .select('id')
    .where('template_id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  refuseIf(automationRefusals, isArchived && inUse ? refusal('automation.template_in_use') : null)
  await tx.updateTable('shift_templates').set({ is_archived: isArchived }).where('id', '=', id).execute()
}

async function lockTemplate(tx: Tx, id: string): Promise<{ school_id: string; version: number }> {
  const row = await tx
    .selectFrom('shift_templates')
    .select(['school_id', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuse(automationRefusals, refusal('automation.template_missing'))
}

/** Refuses fields that do not fit together, and units and cohorts that the school cannot plan with. */
async function refuseUnfit(tx: Tx, school: string, fields: TemplateFields): Promise<void> {
  const { end_time: time, facility_id: unitless } = templateProblems(fields)
  refuseIf(
    automationRefusals,
    time ? refusal('automation.same_time') : unitless ? refusal('automation.no_unit') : null,
  )
  if (fields.facility_id !== null) {
    const unit = await tx
      .selectFrom('facilities')
      .select('id')
      .where('id', '=', fields.facility_id)
      .where('kind', '=', 'unit')
      .where('status', '=', 'active')
      .executeTakeFirst()
    refuseIf(automationRefusals, unit ? null : refusal('automation.no_unit'))
  }
  if (fields.cohort_ids.length === 0) return
  const own = await tx
    .selectFrom('cohorts')
    .select('id')
    .where('id', 'in', fields.cohort_ids)
    .where('school_id', '=', school)
    .execute()
  refuseIf(
    automationRefusals,
    own.length === new Set(fields.cohort_ids).size ? null : refusal('automation.foreign_cohort'),
  )
}
