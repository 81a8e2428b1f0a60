import { parseClockTime } from '#core/clock-time.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type {
  AutomationAction,
  AutomationMode,
  AutomationRule,
  RemindAbout,
  RuleEvent,
  RuleFields,
  Schedule,
} from '../contract.ts'
import { actionLabels, modeLabels, remindLabels } from '../messages.ts'
import { triggerWords } from './words.tsx'

/** The values of the form of a rule. */
export type RuleValues = {
  school_id: string
  name: string
  action: string
  every: string
  event: string
  time: string
  weekday: string
  day: string
  mode: string
  template_id: string
  semester_id: string
  cohort_id: string
  facility_id: string
  days_ahead: string
  run_limit: string
  remind_about: string
  to_be_named: boolean
}

const EVENT = 'event'
export const everyLabels: Record<Schedule['every'], string> = {
  day: 'Every day',
  weekday: 'Monday to Friday',
  week: 'Once a week',
  month: 'Once a month',
}
export const orEvent = { ...everyLabels, [EVENT]: 'After an event' }
/** Template shifts follow only the calendar. */
export const isByEvent = ({ action, every }: Pick<RuleValues, 'action' | 'every'>): boolean =>
  every === EVENT && action !== 'create_from_template'
/** A rule as form values, or an empty form for this school. */
export function ruleValuesOf(rule: AutomationRule | undefined, school: string | null): RuleValues {
  return {
    school_id: rule?.school_id ?? school ?? '',
    name: rule?.name ?? '',
    action: rule?.action ?? 'create_from_template',
    every: rule?.event ? EVENT : (rule?.schedule.every ?? 'week'),
    event: rule?.event ?? 'seat_freed',
    time: rule?.schedule.time ?? '06:00',
    weekday: String(rule?.schedule.weekday ?? 1),
    day: String(rule?.schedule.day ?? 1),
    mode: rule?.mode ?? 'suggest',
    template_id: rule?.template_id ?? '',
    semester_id: rule?.semester_id ?? '',
    cohort_id: rule?.cohort_id ?? '',
    facility_id: rule?.facility_id ?? '',
    days_ahead: String(rule?.days_ahead ?? 28),
    run_limit: String(rule?.run_limit ?? 50),
    remind_about: rule?.remind_about ?? 'unfilled',
    to_be_named: rule?.to_be_named ?? false,
  }
}

/** The form of a rule as sent to the server. */
export const ruleFieldsOf = (values: RuleValues): RuleFields => ({
  name: values.name,
  action: values.action as AutomationAction,
  event: isByEvent(values) ? (values.event as RuleEvent) : null,
  schedule: {
    every: values.every === EVENT ? 'day' : (values.every as Schedule['every']),
    time: parseClockTime(values.time) ? values.time : '06:00',
    weekday: Number(values.weekday),
    day: Number(values.day),
  },
  mode: values.action === 'assign_to_meet_hours' ? 'suggest' : (values.mode as AutomationMode),
  template_id: values.template_id || null,
  semester_id: values.semester_id || null,
  cohort_id: values.cohort_id || null,
  facility_id: values.facility_id || null,
  days_ahead: Number(values.days_ahead),
  run_limit: Number(values.run_limit),
  remind_about: values.action === 'remind' ? (values.remind_about as RemindAbout) : null,
  to_be_named: values.to_be_named,
})

/** The form's fields for comparing two versions of a rule; when it runs is one field. */
export function ruleVersionFields(nameOf: (id: string) => string): VersionField<RuleValues>[] {
  const field = versionField<RuleValues>
  const named = (key: 'template_id' | 'semester_id' | 'cohort_id' | 'facility_id', label: string) =>
    field(
      key,
      label,
      ({ [key]: id }) => id && nameOf(id),
      ({ [key]: id }) => id,
    )
  return [
    field('name', 'Name'),
    field('action', 'Action', (values) => actionLabels[ruleFieldsOf(values).action]),
    named('template_id', 'Template'),
    field('remind_about', 'Remind about', (values) => {
      const about = ruleFieldsOf(values).remind_about
      return about ? remindLabels[about] : ''
    }),
    field('to_be_named', 'Instructor to be named', (values) => (values.to_be_named ? 'Yes' : 'No')),
    field('mode', 'How', (values) => modeLabels[ruleFieldsOf(values).mode]),
    {
      key: 'every',
      label: 'Runs',
      words: (values) => triggerWords(ruleFieldsOf(values)),
      take: (into, { every, event, time, weekday, day }) => ({ ...into, every, event, time, weekday, day }),
    },
    field('days_ahead', 'Days'),
    named('semester_id', 'Semester'),
    named('cohort_id', 'Cohort'),
    named('facility_id', 'Facility'),
    field('run_limit', 'Limit per run'),
  ]
}
