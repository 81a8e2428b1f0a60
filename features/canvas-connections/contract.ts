import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { conflict, idempotency } from '#features/audit/contract.ts'

/** Only for the superadmin (Spec §2): a school reads none of it, especially not its Canvas credentials. */
const base = oc.$meta<ApiMeta>({ access: [], write: false })
const writing = oc.$meta<ApiMeta>({ access: [], write: true, whileReadOnly: true })
const people = oc.$meta<ApiMeta>({
  access: [],
  write: false,
  trail: { kind: 'view', what: 'list', people: ['output.rows.*.student_id'] },
})
const tags = ['Canvas']
const count = z.int().min(0)

export const connectionStatus = z.enum(['draft', 'testing', 'active', 'error', 'revoked'])
export type ConnectionStatus = z.infer<typeof connectionStatus>
export const connectionAuth = z.enum(['oauth2', 'token'])
export type ConnectionAuth = z.infer<typeof connectionAuth>

/** Why Canvas could not be read. */
export const failureCode = z.enum([
  'away',
  'slow',
  'not_public',
  'redirected',
  'client_refused',
  'token_refused',
  'not_allowed',
  'missing',
  'not_canvas',
  'too_long',
  'busy',
  'broken',
  'no_secret',
  'gave_up',
])
export type FailureCode = z.infer<typeof failureCode>
/** Includes what was requested, by display name, and the host of a redirect. */
export const failure = z.object({ code: failureCode, what: z.string(), host: z.string().optional() })
export type Failure = z.infer<typeof failure>

/** The next step until the roster is read automatically. */
export const nextStep = z.enum(['test', 'map_terms', 'read', 'map_sections', 'decide', 'none'])
export type NextStep = z.infer<typeof nextStep>

const runKind = z.enum(['test', 'roster'])
const runStatus = z.enum(['queued', 'running', 'done', 'failed'])
export type RunStatus = z.infer<typeof runStatus>

const run = z.object({
  id: z.uuid(),
  kind: runKind,
  status: runStatus,
  /** Null for the daily reading. */
  requested_by_name: z.string().nullable(),
  is_daily: z.boolean(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  courses_total: count.nullable(),
  courses_done: count,
  people: count,
  added: count,
  updated: count,
  dropped: count,
  conflicts: count,
  errors: z.array(failure),
})
export type CanvasRun = z.infer<typeof run>

export const connection = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  base_url: z.string(),
  account: z.string(),
  auth: connectionAuth,
  client_id: z.string().nullable(),
  status: connectionStatus,
  reads_daily: z.boolean(),
  account_name: z.string().nullable(),
  failure: failure.nullable(),
  tested_at: z.string().nullable(),
  read_at: z.string().nullable(),
  secret_set_at: z.string().nullable(),
  terms: count,
  terms_mapped: count,
  sections: count,
  sections_mapped: count,
  /** People who are matched at the school, and those who need a decision. */
  matched: count,
  to_decide: count,
  /** The queued or running run. */
  open_run: run.nullable(),
  version: z.int(),
})
export type CanvasConnection = z.infer<typeof connection>

/** What is wrong with the address of a Canvas, or null: only https and a host are allowed. */
const ADDRESS = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const baseUrl = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, 'At most 200 characters.')
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(
    (text) => ADDRESS.test(text),
    'Enter the address of Canvas, such as https://school.instructure.com.',
  )
const secret = z.string().trim().min(1).max(4000, 'At most 4,000 characters.').nullable()
const settings = z.object({
  base_url: baseUrl,
  account: z
    .string()
    .trim()
    .regex(/^(self|\d{1,20}|sis_account_id:[\w.-]{1,100})$/, 'Enter “self”, or the number of an account.')
    .default('self'),
  auth: connectionAuth,
  client_id: z.string().trim().min(1).max(60, 'At most 60 characters.').nullable(),
  reads_daily: z.boolean(),
  /** Null keeps the stored one. Secrets are encrypted, and never returned. */
  client_secret: secret,
  refresh_token: secret,
  access_token: secret,
})
export type ConnectionSettings = z.infer<typeof settings>

export const personStatus = z.enum([
  'conflict',
  'new',
  'missing',
  'invited',
  'matched',
  'kept',
  'left',
  'set_aside',
])
export type PersonStatus = z.infer<typeof personStatus>
export const matchedBy = z.enum(['sis', 'email', 'hand'])
export type MatchedBy = z.infer<typeof matchedBy>
/** Why a person in Canvas needs a decision. */
export const personProblem = z.enum([
  'several_by_number',
  'number_and_email_differ',
  'number_differs',
  'number_moved',
  'not_a_student',
  'shared_email',
  'same_person',
  'gone_from_school',
  'no_email',
])
export type PersonProblem = z.infer<typeof personProblem>

const person = z.object({
  id: z.uuid(),
  canvas_id: z.string(),
  name: z.string(),
  sis_id: z.string().nullable(),
  login_id: z.string().nullable(),
  email: z.string().nullable(),
  status: personStatus,
  problem: personProblem.nullable(),
  candidates: z.array(z.object({ id: z.uuid(), name: z.string(), detail: z.string() })),
  student_id: z.uuid().nullable(),
  student_name: z.string().nullable(),
  student_email: z.string().nullable(),
  matched_by: matchedBy.nullable(),
  sections: z.array(z.string()),
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  current_cohort_id: z.uuid().nullable(),
  current_cohort_name: z.string().nullable(),
  /** Shifts of the school ahead, of those who may have left their cohort. */
  shifts_ahead: count,
  seen_at: z.string(),
  version: z.int(),
})
export type CanvasPerson = z.infer<typeof person>

const peopleFilter = z.object({
  search: z.string().trim().max(200).default(''),
  status: personStatus.optional(),
  cohort_id: z.uuid().optional(),
  /** Matched, but in another cohort than in Canvas, or in none. */
  to_move: z.enum(['yes', 'no']).optional(),
})
export type PeopleFilter = z.input<typeof peopleFilter>

const term = z.object({
  id: z.uuid(),
  name: z.string(),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  is_gone: z.boolean(),
  semester_id: z.uuid().nullable(),
  semester_name: z.string().nullable(),
  sections: count,
  /** A semester of the same name, offered as the choice. */
  suggested_id: z.uuid().nullable(),
  suggested_name: z.string().nullable(),
})
export type CanvasTerm = z.infer<typeof term>

const section = z.object({
  id: z.uuid(),
  course_name: z.string(),
  course_code: z.string().nullable(),
  name: z.string(),
  sis_id: z.string().nullable(),
  term_name: z.string().nullable(),
  is_gone: z.boolean(),
  cohort_id: z.uuid().nullable(),
  cohort_name: z.string().nullable(),
  people: count,
})
export type CanvasSection = z.infer<typeof section>
const sectionFilter = z.object({
  search: z.string().trim().max(200).default(''),
  mapped: z.enum(['yes', 'no']).optional(),
})
export type SectionFilter = z.input<typeof sectionFilter>

/** What a reading found about one person. */
export const change = z.object({
  kind: z.enum(['added', 'updated', 'dropped', 'conflict']),
  canvas_id: z.string(),
  name: z.string(),
  sis_id: z.string().nullable(),
  /** What changed, from what to what; for a conflict, the problem. */
  what: z.enum([
    'email',
    'name',
    'number',
    'cohort',
    'match',
    'back',
    'new',
    'missing',
    ...personProblem.options,
  ]),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type RosterChange = z.infer<typeof change>

const id = z.object({ id: z.uuid() })
const seen = z.object({ id: z.uuid(), version: z.int() })
const ids = z.array(z.uuid()).min(1, 'Choose at least one person.').max(500, 'At most 500 people at once.')
const paged = {
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.int().min(1).max(100).default(25),
}
const outcomes = z.object({ rows: z.array(z.object({ id: z.uuid(), refused: z.string().nullable() })) })
export type Outcomes = z.infer<typeof outcomes>

export const canvasConnectionsContract = {
  list: base
    .route({
      method: 'GET',
      path: '/canvas-connections',
      tags,
      summary: 'Connections of schools to their Canvas',
    })
    .input(
      z.object({
        search: z.string().trim().max(200).default(''),
        status: connectionStatus.optional(),
        ...paged,
      }),
    )
    .output(z.object({ rows: z.array(connection), total: count })),
  get: base
    .route({
      method: 'GET',
      path: '/canvas-connections/{id}',
      tags,
      summary: 'One connection, and what comes next',
    })
    .input(id)
    .output(connection.extend({ next: nextStep })),

  create: writing
    .meta({ access: [], write: true, whileReadOnly: true, createsById: true })
    .route({ method: 'POST', path: '/canvas-connections', tags, summary: 'Connect a school to its Canvas' })
    .input(settings.extend({ id: z.uuid(), school_id: z.uuid() }))
    .output(connection),
  change: writing
    .route({
      method: 'PUT',
      path: '/canvas-connections/{id}',
      tags,
      summary: 'Change where Canvas is, or how it is signed in to',
    })
    .input(settings.extend({ ...seen.shape, ...idempotency }))
    .errors({ CONFLICT: conflict('connection', connection) })
    .output(connection),
  /** Returns Canvas's response: a connection that works becomes active. */
  test: writing
    .route({ method: 'POST', path: '/canvas-connections/{id}/test', tags, summary: 'Test a connection' })
    .input(id)
    .output(connection),
  /** Deletes the credentials; what was read and mapped stays. */
  revoke: writing
    .route({
      method: 'POST',
      path: '/canvas-connections/{id}/revoke',
      tags,
      summary: 'End a connection and delete what signs in',
    })
    .input(seen.extend(idempotency))
    .output(connection),
  read: writing
    .route({ method: 'POST', path: '/canvas-connections/{id}/runs', tags, summary: 'Read the roster now' })
    .input(z.object({ id: z.uuid(), run_id: z.uuid() }))
    .output(z.object({ run_id: z.uuid() })),

  terms: base
    .route({
      method: 'GET',
      path: '/canvas-connections/{id}/terms',
      tags,
      summary: 'Terms of a Canvas, and the semester that each is',
    })
    .input(id)
    .output(
      z.object({ rows: z.array(term), semesters: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
    ),
  mapTerm: writing
    .route({ method: 'PUT', path: '/canvas-terms/{id}', tags, summary: 'Say which semester a term is' })
    .input(z.object({ id: z.uuid(), semester_id: z.uuid().nullable(), ...idempotency }))
    .output(z.object({})),
  sections: base
    .route({
      method: 'GET',
      path: '/canvas-connections/{id}/sections',
      tags,
      summary: 'Sections of a Canvas, and the cohort that each is',
    })
    .input(sectionFilter.extend({ id: z.uuid(), ...paged }))
    .output(z.object({ rows: z.array(section), total: count })),
  mapSections: writing
    .route({
      method: 'PUT',
      path: '/canvas-connections/{id}/sections',
      tags,
      summary: 'Say which cohort sections are',
    })
    .input(
      z.object({
        id: z.uuid(),
        section_ids: z.array(z.uuid()).min(1).max(500),
        cohort_id: z.uuid().nullable(),
        ...idempotency,
      }),
    )
    .output(z.object({ mapped: count })),

  runs: base
    .route({
      method: 'GET',
      path: '/canvas-connections/{id}/runs',
      tags,
      summary: 'Tests and readings of a connection',
    })
    .input(z.object({ id: z.uuid(), ...paged }))
    .output(z.object({ rows: z.array(run), total: count })),
  run: base
    .route({ method: 'GET', path: '/canvas-runs/{id}', tags, summary: 'One reading, with what it found' })
    .input(id)
    .output(run.extend({ changes: z.array(change) })),

  people: people
    .route({
      method: 'GET',
      path: '/canvas-connections/{id}/people',
      tags,
      summary: 'Students as Canvas has them, and who they are at the school',
    })
    .input(peopleFilter.extend({ id: z.uuid(), ...paged }))
    .output(z.object({ rows: z.array(person), total: count })),
  match: writing
    .route({
      method: 'POST',
      path: '/canvas-people/{id}/match',
      tags,
      summary: 'Say who a person of Canvas is',
    })
    .input(seen.extend({ student_id: z.uuid(), ...idempotency }))
    .output(z.object({})),
  /** Invites new people, each with a result. */
  invite: writing
    .route({
      method: 'POST',
      path: '/canvas-connections/{id}/invite',
      tags,
      summary: 'Invite people of Canvas as students',
    })
    .input(z.object({ id: z.uuid(), person_ids: ids, ...idempotency }))
    .output(outcomes),
  /** Enrolls people in the cohort of their sections. */
  enroll: writing
    .route({
      method: 'POST',
      path: '/canvas-connections/{id}/enroll',
      tags,
      summary: 'Put matched students into the cohort that Canvas has them in',
    })
    .input(z.object({ id: z.uuid(), person_ids: ids, ...idempotency }))
    .output(outcomes),
  /** Keeps missing people, confirms that they left, sets people aside, or reopens them. */
  settle: writing
    .route({
      method: 'POST',
      path: '/canvas-connections/{id}/settle',
      tags,
      summary: 'Keep, let go, set aside or reopen people of Canvas',
    })
    .input(
      z.object({
        id: z.uuid(),
        person_ids: ids,
        to: z.enum(['kept', 'left', 'set_aside', 'new']),
        ends_stay: z.boolean().default(false),
        /** With ends_stay: takes them off their shifts from today on. */
        frees_seats: z.boolean().default(false),
        ...idempotency,
      }),
    )
    .output(outcomes),
}
