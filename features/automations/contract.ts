import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'
import { specialty } from '#features/facilities/contract.ts'
import { clockTime, experienceType, signupMode } from '#features/shifts/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
/** Starts something: refused while a school is read-only. */
const writing = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true })
/** Ends or undoes something. */
const ending = oc.$meta<ApiMeta>({ access: ['school_admin'], write: true, whileReadOnly: true })
const tags = ['Shift automation']
const count = z.int().min(0)
const name = z.string().trim().min(1, 'Enter a name.').max(120, 'At most 120 characters.')

export const automationAction = z.enum([
  'create_from_template',
  'publish_at_release',
  'remind',
  'assign_to_meet_hours',
  'escalate_credential',
])
export type AutomationAction = z.infer<typeof automationAction>
/** The events after which a rule without a schedule runs. */
export const ruleEvent = z.enum(['shift_approved', 'shift_published', 'shift_completed', 'seat_freed'])
export type RuleEvent = z.infer<typeof ruleEvent>
export const automationMode = z.enum(['suggest', 'auto'])
export type AutomationMode = z.infer<typeof automationMode>
export const ruleStatus = z.enum(['draft', 'active', 'paused', 'error'])
export type RuleStatus = z.infer<typeof ruleStatus>
export const runStatus = z.enum(['queued', 'running', 'ok', 'partial', 'failed'])
export type AutomationRunStatus = z.infer<typeof runStatus>
export const changeStatus = z.enum(['waiting', 'suggested', 'done', 'refused', 'dismissed', 'undone'])
export type ChangeStatus = z.infer<typeof changeStatus>
export const remindAbout = z.enum(['unfilled', 'unreported'])
export type RemindAbout = z.infer<typeof remindAbout>
const haltedWhy = z.enum(['owner', 'failures'])
export type HaltedWhy = z.infer<typeof haltedWhy>

/** When a rule runs, in its school's time zone. */
export const schedule = z.object({
  every: z.enum(['day', 'weekday', 'week', 'month']),
  time: clockTime,
  /** For a weekly schedule: 1 is Monday. */
  weekday: z.int().min(1).max(7).default(1),
  /** For a monthly schedule: a day that every month has. */
  day: z.int().min(1).max(28).default(1),
})
export type Schedule = z.infer<typeof schedule>

export const ruleFields = z.object({
  name,
  action: automationAction,
  /** Ignored if an event is set. */
  schedule,
  event: ruleEvent.nullable().default(null),
  mode: automationMode,
  template_id: z.uuid().nullable(),
  semester_id: z.uuid().nullable(),
  cohort_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
  days_ahead: z.int().min(1, 'From 1 to 180 days.').max(180, 'From 1 to 180 days.'),
  run_limit: z.int().min(1, 'From 1 to 100.').max(100, 'From 1 to 100.'),
  remind_about: remindAbout.nullable(),
  to_be_named: z.boolean(),
})
export type RuleFields = z.infer<typeof ruleFields>

export const automationRule = ruleFields.extend({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  time_zone: z.string(),
  template_name: z.string().nullable(),
  semester_name: z.string().nullable(),
  cohort_name: z.string().nullable(),
  facility_name: z.string().nullable(),
  status: ruleStatus,
  halted_why: haltedWhy.nullable(),
  owner_id: z.uuid().nullable(),
  owner_name: z.string().nullable(),
  tried_at: z.string().nullable(),
  failures: count,
  last_run_at: z.string().nullable(),
  last_run_status: runStatus.nullable(),
  next_run_at: z.string().nullable(),
  /** Open suggestions. */
  waiting: count,
  runs: count,
  version: z.int(),
})
export type AutomationRule = z.infer<typeof automationRule>

export const automationRun = z.object({
  id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  school_name: z.string(),
  job_id: z.uuid(),
  action: automationAction,
  mode: automationMode,
  is_scheduled: z.boolean(),
  /** How many events it handles; 0 for a schedule or a person. */
  events: count,
  status: runStatus,
  error: z.string().nullable(),
  suggested: count,
  done: count,
  refused: count,
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type AutomationRun = z.infer<typeof automationRun>

/** Facts about what a change concerns, before or after it. */
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type ChangeFacts = z.infer<typeof facts>

export const automationChange = z.object({
  id: z.uuid(),
  run_id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  action: automationAction,
  entity_id: z.uuid(),
  /** The student of the seat. */
  student_id: z.uuid().nullable(),
  label: z.string(),
  before: facts.nullable(),
  after: facts.nullable(),
  status: changeStatus,
  message: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  done_at: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type AutomationChange = z.infer<typeof automationChange>

/** What a dry run found; stored in its job. */
export const triedChange = z.object({
  label: z.string(),
  before: facts.nullable(),
  after: facts.nullable(),
  /** Why it would be refused. */
  message: z.string().nullable(),
})
export type TriedChange = z.infer<typeof triedChange>

export const templateFields = z.object({
  name,
  facility_id: z.uuid().nullable(),
  specialty,
  experience_type: experienceType,
  start_time: clockTime,
  end_time: clockTime,
  weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one weekday.').max(7),
  seats: z.int().min(1, 'At least 1.').max(500, 'At most 500.'),
  break_min: z.int().min(0).max(240, 'At most 240 minutes.'),
  course_code: z.string().trim().min(1).max(40, 'At most 40 characters.').nullable(),
  cohort_ids: z.array(z.uuid()).max(40),
  objectives: z.array(z.string().trim().min(1).max(300, 'At most 300 characters.')).max(20),
  signup_mode: signupMode,
})
export type TemplateFields = z.infer<typeof templateFields>

export const shiftTemplate = templateFields.extend({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  facility_name: z.string().nullable(),
  site_name: z.string().nullable(),
  is_archived: z.boolean(),
  /** The rules that create shifts from it. */
  rules: count,
  version: z.int(),
})
export type ShiftTemplate = z.infer<typeof shiftTemplate>

const page = {
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.int().min(1).max(100).default(25),
}
const dir = z.enum(['asc', 'desc'])
const ruleFilter = z.object({
  search: z.string().trim().max(200).default(''),
  status: ruleStatus.optional(),
  action: automationAction.optional(),
  school_id: z.uuid().optional(),
})
export type RuleFilter = z.input<typeof ruleFilter>
export const ruleQuery = ruleFilter.extend({
  ...page,
  sort: z.enum(['name', 'next_run_at', 'last_run_at']).default('name'),
  dir: dir.default('asc'),
})
const runFilter = z.object({
  status: runStatus.optional(),
  rule_id: z.uuid().optional(),
  school_id: z.uuid().optional(),
})
export type RunFilter = z.input<typeof runFilter>
export const runQuery = runFilter.extend(page)
const changeFilter = z.object({
  status: changeStatus.optional(),
  action: automationAction.optional(),
  rule_id: z.uuid().optional(),
  run_id: z.uuid().optional(),
  school_id: z.uuid().optional(),
})
export type ChangeFilter = z.input<typeof changeFilter>
export const changeQuery = changeFilter.extend(page)
const templateFilter = z.object({
  search: z.string().trim().max(200).default(''),
  is_archived: z.boolean().default(false),
  school_id: z.uuid().optional(),
})
export type TemplateFilter = z.input<typeof templateFilter>
export const templateQuery = templateFilter.extend(page)

const id = z.object({ id: z.uuid() })
const seen = z.object({ id: z.uuid(), version: z.int() })
const ofSchool = { id: z.uuid(), school_id: z.uuid().optional(), ...idempotency }
const several = z.object({
  ids: z.array(z.uuid()).min(1, 'Choose at least one.').max(50, 'At most 50 at once.'),
  ...idempotency,
})
const outcomes = z.array(z.object({ id: z.uuid(), ok: z.boolean(), why: z.string().optional() }))

export const automationsContract = {
  rules: base
    .route({ method: 'GET', path: '/automation-rules', tags, summary: 'Rules of shift automation' })
    .input(ruleQuery)
    .output(z.object({ rows: z.array(automationRule), total: count })),
  rule: base
    .route({ method: 'GET', path: '/automation-rules/{id}', tags, summary: 'One rule' })
    .input(id)
    .output(automationRule),
  addRule: writing
    .meta({ access: ['school_admin'], write: true, createsById: true })
    .route({ method: 'POST', path: '/automation-rules', tags, summary: 'Add a rule, as a draft' })
    .input(ruleFields.extend(ofSchool))
    .output(automationRule),
  changeRule: writing
    .route({
      method: 'PATCH',
      path: '/automation-rules/{id}',
      tags,
      summary: 'Change a rule; it is a draft again',
    })
    .input(ruleFields.extend({ ...seen.shape, ...idempotency }))
    .errors({ CONFLICT: conflict('rule', automationRule) })
    .output(automationRule),
  /** The rule acts in the name of the person who turns it on, so no one else does it for them. */
  activate: writing
    .meta({ access: ['school_admin'], write: true, inPersonOnly: true })
    .route({
      method: 'POST',
      path: '/automation-rules/{id}/activate',
      tags,
      summary: 'Turn a rule on, in one’s own name',
    })
    .input(seen.extend(idempotency))
    .output(automationRule),
  pause: ending
    .route({ method: 'POST', path: '/automation-rules/{id}/pause', tags, summary: 'Pause a rule' })
    .input(seen.extend(idempotency))
    .output(automationRule),
  removeRule: ending
    .route({
      method: 'DELETE',
      path: '/automation-rules/{id}',
      tags,
      summary: 'Delete a rule that never ran',
    })
    .input(seen.extend(idempotency))
    .output(z.object({})),
  /** What would change now: tried and rolled back, stored in the job. */
  tryRule: writing
    .route({
      method: 'POST',
      path: '/automation-rules/{id}/try',
      tags,
      summary: 'Try a rule without changing anything',
    })
    .input(z.object({ id: z.uuid(), job_id: z.uuid(), ...idempotency }))
    .output(z.object({ job_id: z.uuid() })),
  runRule: writing
    .route({ method: 'POST', path: '/automation-rules/{id}/run', tags, summary: 'Run a rule now' })
    .input(z.object({ id: z.uuid(), run_id: z.uuid(), job_id: z.uuid(), ...idempotency }))
    .output(z.object({ run_id: z.uuid() })),

  runs: base
    .route({ method: 'GET', path: '/automation-runs', tags, summary: 'Runs of rules' })
    .input(runQuery)
    .output(z.object({ rows: z.array(automationRun), total: count })),
  run: base
    .route({ method: 'GET', path: '/automation-runs/{id}', tags, summary: 'One run' })
    .input(id)
    .output(automationRun),

  changes: base
    .meta({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/automation-changes',
      tags,
      summary: 'What rules changed, or suggest to change',
    })
    .input(changeQuery)
    .output(z.object({ rows: z.array(automationChange), total: count })),
  accept: writing
    .route({ method: 'POST', path: '/automation-changes/accept', tags, summary: 'Carry out suggestions' })
    .input(several)
    .output(outcomes),
  dismiss: ending
    .route({ method: 'POST', path: '/automation-changes/dismiss', tags, summary: 'Dismiss suggestions' })
    .input(several)
    .output(outcomes),
  /** Reopens a dismissed suggestion. */
  reopen: ending
    .route({
      method: 'POST',
      path: '/automation-changes/{id}/reopen',
      tags,
      summary: 'Take a dismissal back',
    })
    .input(id.extend(idempotency))
    .output(z.object({})),
  /** Within 24 hours, if it can be undone. */
  undo: ending
    .route({ method: 'POST', path: '/automation-changes/undo', tags, summary: 'Undo what a rule changed' })
    .input(several)
    .output(outcomes),

  templates: base
    .route({ method: 'GET', path: '/shift-templates', tags, summary: 'Templates of shifts' })
    .input(templateQuery)
    .output(z.object({ rows: z.array(shiftTemplate), total: count })),
  addTemplate: writing
    .meta({ access: ['school_admin'], write: true, createsById: true })
    .route({ method: 'POST', path: '/shift-templates', tags, summary: 'Add a template' })
    .input(templateFields.extend(ofSchool))
    .output(z.object({})),
  changeTemplate: writing
    .route({
      method: 'PATCH',
      path: '/shift-templates/{id}',
      tags,
      summary: 'Change a template; shifts that were created stay',
    })
    .input(templateFields.extend({ ...seen.shape, ...idempotency }))
    .errors({ CONFLICT: conflict('template', shiftTemplate) })
    .output(z.object({})),
  archiveTemplate: ending
    .route({
      method: 'POST',
      path: '/shift-templates/{id}/archive',
      tags,
      summary: 'Archive a template, or bring it back',
    })
    .input(z.object({ id: z.uuid(), is_archived: z.boolean(), ...idempotency }))
    .output(z.object({})),
}
