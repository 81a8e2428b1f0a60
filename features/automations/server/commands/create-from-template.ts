import { clockRange } from '#core/clock-time.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { ofShiftTexts } from '#core/shift-texts.ts'
import type { ShiftFields } from '#features/shifts/contract.ts'
import { createShifts, idInSeries, removeShift } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftTemplate } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'
import { changeLabel, templateDays } from '../../rules.ts'
import { loadCalendar } from '../queries/load-calendar.ts'
import { templatesOf } from '../queries/list-templates.ts'
import type { RuleAction } from '../rule-action.ts'

/** Drafts on the days of a template; each id is derived from template and day, so no day gets two. */
export const createFromTemplate: RuleAction = {
  async find(tx, rule) {
    const template = await loadTemplate(tx, rule.template_id!)
    const { today, terms, off } = await loadCalendar(tx, rule, template.facility_id)
    return templateDays(template, { today, daysAhead: rule.days_ahead, terms, off }).map(
      ({ date, semester_id }) => ({
        key: `create ${template.id} ${date}`,
        entity_id: idInSeries(template.id, date),
        label: changeLabel(template.name, date),
        input: { template_id: template.id, date, semester_id },
        before: null,
        after: {
          status: 'Draft',
          hours: clockRange(template.start_time, template.end_time),
          unit: template.facility_name ?? 'On campus',
          seats: template.seats,
        },
      }),
    )
  },
  async executeChange(tx, me, { entity_id: id, input, after, school_id: schoolId }) {
    const {
      template_id: from,
      date,
      semester_id,
    } = input as { template_id: string; date: PlainDate; semester_id: string }
    const fields = fieldsOf(await loadTemplate(tx, from), date, semester_id)
    await createShifts(tx, me, { schoolId, fields, days: [{ id, date }] })
    return { ...after, version: 1 }
  },
  async undo(tx, me, { entity_id: id, after }) {
    await removeShift(tx, me, { id, version: Number(after['version']) })
  },
}

async function loadTemplate(tx: Tx, id: string): Promise<ShiftTemplate> {
  const template = await templatesOf(tx).where('t.id', '=', id).executeTakeFirst()
  if (!template) return refuse(automationRefusals, refusal('automation.template_missing'))
  refuseIf(automationRefusals, template.is_archived ? refusal('automation.template_archived') : null)
  return template
}

const fieldsOf = (template: ShiftTemplate, date: PlainDate, semester_id: string): ShiftFields => ({
  ...ofShiftTexts(() => null),
  title: template.name.slice(0, 120),
  course_code: template.course_code,
  semester_id,
  date,
  start_time: template.start_time,
  end_time: template.end_time,
  facility_id: template.facility_id,
  specialty: template.specialty,
  experience_type: template.experience_type,
  capacity: template.seats,
  min_to_run: 1,
  break_min: template.break_min,
  conference_min: 0,
  credited_hours_override: null,
  cohort_ids: template.cohort_ids,
  objectives: template.objectives,
  proctor_id: null,
  preceptor_id: null,
  more_proctor_ids: [],
  more_preceptor_ids: [],
  signup_mode: template.signup_mode,
  signup_policy: 'first_come',
  signup_opens_at: null,
  signup_closes_at: null,
})
