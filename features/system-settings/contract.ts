import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { backgroundTaskNames } from '#core/background-tasks.ts'
import { signUpRoles } from '#core/roles.ts'
import { type SettingKey, settingProblem, type SystemSettings } from '#core/system-settings.ts'
import { conflict } from '#features/audit/contract.ts'

/** Only for the superadmin. */
const base = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['System settings']
const functions = ['Functions']
/** Actions that affect the whole installation are never done while acting as someone. */
const inPerson = { access: [], write: true, inPersonOnly: true } as const

const byRule =
  <Key extends SettingKey>(key: Key): z.core.CheckFn<NonNullable<SystemSettings[Key]>> =>
  ({ value, issues }) => {
    const problem = settingProblem(key, value)
    if (problem)
      issues.push({
        code: 'custom',
        input: value,
        message: problem.text,
        path: problem.field ? [problem.field] : [],
      })
  }
const instant = z.iso.datetime({ error: 'A day and a time.' })

/** The schema of each setting; rules.ts checks the rest, also for the form. */
export const settingSchemas = {
  maintenance: z
    .object({ starts_at: instant, ends_at: instant, message: z.string().trim() })
    .check(byRule('maintenance')),
  sign_up_roles: z.array(z.enum(signUpRoles)).max(signUpRoles.length).check(byRule('sign_up_roles')),
  contact_email: z
    .email('An email address, such as help@school.edu.')
    .max(254, 'At most 254 characters.')
    .check(byRule('contact_email')),
  password_min_length: z.number().check(byRule('password_min_length')),
  morning_hour: z.number().check(byRule('morning_hour')),
} satisfies { [Key in keyof SystemSettings]: z.ZodType<NonNullable<SystemSettings[Key]>> }
export const settingKey = z.enum(Object.keys(settingSchemas) as [keyof SystemSettings])

/** One change of a setting: the version it is based on, 0 if it was never set, and its value; null resets it to the default. */
const changeTo = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ version: z.int().min(0), value: value.nullable() }).optional()

export const configChange = z
  .strictObject({
    maintenance: changeTo(settingSchemas.maintenance),
    sign_up_roles: changeTo(settingSchemas.sign_up_roles),
    contact_email: changeTo(settingSchemas.contact_email),
    password_min_length: changeTo(settingSchemas.password_min_length),
    morning_hour: changeTo(settingSchemas.morning_hour),
  })
  .refine((config) => Object.values(config).some((change) => change !== undefined), 'Change something.')
export type ConfigChange = z.infer<typeof configChange>

const settingValue = z.unknown()

/** A setting as it is now. */
export const setting = z.object({
  key: settingKey,
  /** The effective value. */
  value: settingValue,
  default: settingValue,
  is_default: z.boolean(),
  /** 0 if it was never changed. */
  version: z.int(),
  changed_at: z.string().nullable(),
  changed_by_name: z.string().nullable(),
})
export type Setting = z.infer<typeof setting>

export const settingVersion = z.object({
  version: z.int(),
  /** Null means reset to the default. */
  value: settingValue,
  at: z.string(),
  by_name: z.string().nullable(),
})
export type SettingVersion = z.infer<typeof settingVersion>

/** What the environment sets, in words, without secrets. */
export const environmentFact = z.object({ name: z.string(), label: z.string(), words: z.string() })
export type EnvironmentFact = z.infer<typeof environmentFact>

export const taskName = z.enum(backgroundTaskNames)

/** A background task of the server that responds. */
export const taskState = z.object({
  name: taskName,
  every_ms: z.number(),
  is_running: z.boolean(),
  rounds: z.int(),
  failures: z.int(),
  last_started_at: z.string().nullable(),
  last_ms: z.number().nullable(),
  next_at: z.string().nullable(),
  last_failed_at: z.string().nullable(),
  last_failure: z.string().nullable(),
})
export type TaskState = z.infer<typeof taskState>

export const taskStatus = z.object({
  task_id: z.uuid(),
  task_name: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'canceled']),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type TaskStatus = z.infer<typeof taskStatus>

/** What is past its retention, and how many rows of each kind; counting stops at `MAX_EXPIRED`. */
export const expiredRows = z.object({ kind: z.string(), count: z.int() })

export const tableState = z.object({
  name: z.string(),
  /** In bytes, including indexes. */
  size: z.number(),
  rows: z.number(),
  dead_rows: z.number(),
  vacuumed_at: z.string().nullable(),
  analyzed_at: z.string().nullable(),
})
export type TableState = z.infer<typeof tableState>

export const logLevel = z.enum(['error', 'warning'])
export const logSource = z.enum(['job', 'email', 'task'])
export const logOptions = z.strictObject({
  level: logLevel.optional(),
  source: logSource.optional(),
  search: z.string().trim().max(100).optional(),
  /** In days, counted from now. */
  within: z.coerce.number<number>().int().min(1).max(90).optional(),
})
export type LogOptions = z.infer<typeof logOptions>
export const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  level: logLevel,
  source: logSource,
  /** The title of a job, the kind of an email, or the name of the background task. */
  what: z.string(),
  message: z.string(),
})
export type LogEntry = z.infer<typeof logEntry>
/** Maximum number of entries shown, the latest ones. */
export const MAX_LOG_ENTRIES = 500

export const systemSettingsContract = {
  /** The functions of Spec §7, with exactly their bodies. */
  getConfig: base
    .route({
      method: 'POST',
      path: '/functions/get-system-config',
      tags: functions,
      summary: 'The settings of the installation, and what its environment sets',
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ settings: z.array(setting), environment: z.array(environmentFact) })),

  updateConfig: base
    .meta(inPerson)
    .route({
      method: 'POST',
      path: '/functions/update-system-config',
      tags: functions,
      summary: 'Change settings, each on the version that was seen',
    })
    .input(z.strictObject({ config: configChange }))
    .output(z.object({ settings: z.array(setting) }))
    .errors({ CONFLICT: conflict('setting', z.object({ version: z.int(), value: settingValue })) }),

  getLogs: base
    .route({
      method: 'POST',
      path: '/functions/get-system-logs',
      tags: functions,
      summary: 'What failed: jobs, emails and background work, the newest first',
    })
    .input(z.strictObject({ options: logOptions.optional() }))
    .output(z.object({ entries: z.array(logEntry), has_more: z.boolean() })),

  runTask: base
    .meta(inPerson)
    .route({
      method: 'POST',
      path: '/functions/background-task',
      tags: functions,
      summary: 'Run background work now',
    })
    .input(
      z.strictObject({
        task_name: taskName,
        /** The id of the task, so that repeating the request starts nothing. */
        task_data: z.strictObject({ task_id: z.uuid().optional() }).optional(),
      }),
    )
    .output(z.object({ task_id: z.uuid() })),

  taskStatus: base
    .route({
      method: 'POST',
      path: '/functions/get-task-status',
      tags: functions,
      summary: 'How far a task is, and what came of it',
    })
    .input(z.strictObject({ task_id: z.uuid() }))
    .output(taskStatus),

  runMaintenance: base
    .meta(inPerson)
    .route({
      method: 'POST',
      path: '/functions/database-maintenance',
      tags: functions,
      summary: 'Delete what is past its time, as a task',
    })
    .input(z.strictObject({ task_id: z.uuid().optional() }).optional())
    .output(z.object({ task_id: z.uuid() })),

  history: base
    .route({
      method: 'GET',
      path: '/system-settings/{key}/history',
      tags,
      summary: 'The changes of a setting, the newest first',
    })
    .input(z.object({ key: settingKey }))
    .output(z.array(settingVersion)),

  tasks: base
    .route({
      method: 'GET',
      path: '/system-settings/tasks',
      tags,
      summary: 'The background work of the server that answers',
    })
    .output(z.object({ tasks: z.array(taskState) })),

  /** The dry run: what maintenance would delete, and the state of the largest tables. */
  maintenance: base
    .route({
      method: 'GET',
      path: '/system-settings/maintenance',
      tags,
      summary: 'What maintenance would do',
    })
    .output(z.object({ expired: z.array(expiredRows), tables: z.array(tableState) })),
}
