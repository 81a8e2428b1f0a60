import { sql } from 'kysely'
import { clockRange } from '#core/clock-time.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { ofShiftTexts } from '#core/shift-texts.ts'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { ShiftFields } from '#features/shifts/contract.ts'
import { createShifts, idInSeries, removeShift } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule, ShiftTemplate } from '../../contract.ts'
import { automationRefusals, changeLabel } from '../../messages.ts'
import { templateDays } from '../../rules.ts'
import { templatesOf } from '../queries/list-templates.ts'
import type { RuleAction } from './action.ts'

type Term = { id: string; start_date: PlainDate; end_date: PlainDate }
type Calendar = { today: PlainDate; terms: Term[]; off: { from: PlainDate; to: PlainDate }[] }

/** Drafts on the days of a template; the id of each follows from template and day, so that no day has two. */
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
  async carryOut(tx, me, { entity_id: id, input, after, school_id: schoolId }) {
    const { template_id: from, date, semester_id } = input as { template_id: string; date: PlainDate; semester_id: string } // prettier-ignore
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

/** The day at the school, its semesters, and the days that are off: the school's, the country's, and the unit's. */
async function loadCalendar(tx: Tx, rule: AutomationRule, unit: string | null): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select app.school_today(c.id) as today,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'start_date', s.start_date, 'end_date', s.end_date) order by s.is_active desc, s.start_date)
        from public.semesters s where s.school_id = c.id and s.archived_at is null and (${rule.semester_id}::uuid is null or s.id = ${rule.semester_id}::uuid)), '[]') as terms,
      coalesce((select jsonb_agg(jsonb_build_object('from', d.day, 'to', d.upto)) from (
        select h.date as day, h.date as upto from public.holidays h where h.date between current_date - 1 and current_date + 200
        union all select x.value::date, x.value::date from public.semesters s, jsonb_array_elements_text(coalesce(s.settings -> 'holidays', '[]')) x where s.school_id = c.id
        union all select (b ->> 'from')::date, (b ->> 'to')::date from public.semesters s, jsonb_array_elements(coalesce(s.settings -> 'breaks', '[]')) b where s.school_id = c.id) d), '[]')
        || ${closedDaysIn(sql`${unit}::uuid`)} as off
    from public.schools c where c.id = ${rule.school_id}::uuid`.execute(tx)
  return rows[0]!
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
