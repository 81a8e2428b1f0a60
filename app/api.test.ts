/**
 * Every procedure of the product: the guard runs before it, and before its input is validated; its contract says who may call it, and only
 * they can. New procedures are included automatically.
 */
import { EventEmitter } from 'node:events'
import { type AnyProcedure, call, isProcedure, ORPCError, os } from '@orpc/server'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { mayOpen } from '#core/access.ts'
import { type ApiMeta, isAllowedWhileReadOnly } from '#core/api-meta.ts'
import { type Role, roles } from '#core/roles.ts'
import { readConfig } from '#platform/server/config.ts'
import { allSchoolsPaid, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { createLog } from '#platform/server/log.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { SessionReader, type Viewer } from '#platform/server/session.ts'
import { createApi, jobKinds, jobsWhileReadOnly, type Services } from './api.ts'
import { contract } from './contract.ts'

/** Reads that use POST, each with its reason. */
const READS_BY_POST: Record<string, string> = {
  'accounts.preLogin': 'an email address does not belong in an address that is logged',
  'accounts.resetLink': 'nor has a token',
  'cohorts.planChange': 'asks with up to 2,000 students',
  'facilities.getHierarchy': 'a function of the specification, called by its name',
  'facilities.planClosing': 'asks with up to 5,000 units',
  'facilities.validateHierarchy': 'a function of the specification, called by its name',
  'monitoring.systemHealthFunction': 'a function of the specification, called by its name',
  'systemSettings.getConfig': 'a function of the specification, called by its name',
  'systemSettings.getLogs': 'a function of the specification, called by its name',
  'systemSettings.taskStatus': 'a function of the specification, called by its name',
  'hoursImports.check': 'asks with a whole file',
  'matchRuns.preview': 'asks with the options of a change',
  'logos.list': 'asks for the logos of a whole page of schools and facilities',
  'notifications.previewBroadcast': 'asks with a whole draft',
  'permissions.ofUserAtFacility': 'a function of the specification, called by its name',
  'messages.reach': 'asks with whole recipients',
  'rotations.preview': 'asks with a whole draft',
  'semesters.previewCopy': 'asks with a whole draft',
}

const noDatabase = {
  connect: () => Promise.reject(new Error('no database in this test')),
} as unknown as Services['pool']
const services = {
  config: readConfig({ NODE_ENV: 'test' }),
  log: createLog({ level: 'silent' }),
  pool: noDatabase,
  authPool: noDatabase,
  workerPool: noDatabase,
  sessions: new SessionReader(noDatabase),
  passwords: new PasswordHasher({ pepper: 'pepper-in-tests' }),
  saltKey: 'salt-key-in-tests',
  listener: new EventEmitter(),
  closing: new AbortController().signal,
} as unknown as Services

const procedures = [...walk(createApi(services))]

describe('each procedure', () => {
  it('is in the contract, and every one of the contract is there', () => {
    expect(procedures.map(({ name }) => name).sort()).toEqual([...walkContract(contract)].sort())
    expect(procedures.length).toBeGreaterThan(6)
  })

  it('has the guard first, and validates its input only after it', () => {
    expect(
      procedures.flatMap(({ name, procedure }) => unguarded(procedure).map((what) => `${name}: ${what}`)),
    ).toEqual([])
  })

  it('says who may call it, whether it writes, its address and its purpose', () => {
    expect(
      procedures.flatMap(({ name, procedure }) => unsaid(name, procedure).map((what) => `${name}: ${what}`)),
    ).toEqual([])
    for (const name of Object.keys(READS_BY_POST))
      expect(procedures.map((found) => found.name)).toContain(name)
  })

  it('has an address of its own', () => {
    const addresses = procedures.map(
      ({
        procedure: {
          '~orpc': { route },
        },
      }) => `${route.method} ${route.path?.replaceAll(/\{[^}]+\}/g, '{}')}`,
    )
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  it('is detected if it lacks one of these', () => {
    const bare = os.$meta<ApiMeta>({ access: [], write: false }).$context<RequestContext>()
    const behind = bare
      .$config(validateAfterGuard)
      .use(({ next }) => next())
      .use(guard)
    expect(unguarded(bare.handler(() => null))).not.toEqual([])
    expect(unguarded(behind.handler(() => null))).not.toEqual([])
    expect(
      unguarded(
        bare
          .use(guard)
          .input(z.object({}))
          .handler(() => null),
      ),
    ).not.toEqual([])
    const good = bare
      .$config(validateAfterGuard)
      .use(guard)
      .route({ method: 'GET', path: '/x', tags: ['X'], summary: 'X' })
    expect(unguarded(good.input(z.object({})).handler(() => null))).toEqual([])
    expect(
      unsaid(
        'x',
        good.handler(() => null),
      ),
    ).toEqual([])
    expect(
      unsaid(
        'x',
        good.meta({ access: [], write: true }).handler(() => null),
      ),
    ).not.toEqual([])
    expect(
      unsaid(
        'x',
        good.route({ method: 'DELETE' }).handler(() => null),
      ),
    ).not.toEqual([])
    expect(
      unsaid(
        'x',
        good.route({ summary: '' }).handler(() => null),
      ),
    ).not.toEqual([])
  })
})

it('someone who is let in without being named is detected', async () => {
  const open = os
    .$meta<ApiMeta>({ access: [], write: false })
    .$context<RequestContext>()
    .handler(() => null)
  expect(await answerOf(open, null)).not.toBe(verdict(open['~orpc'].meta, null))
})

describe('while a school is read-only', () => {
  const stopped = {
    ...allSchoolsPaid,
    refusalFor: async () => new ORPCError('CONFLICT', { message: 'Read-only' }),
  }
  /** The roles of a school, whose new work may be refused. */
  const ofSchools = ['school_admin', 'school_super_admin', 'student', 'proctor'] as const
  const writes = procedures.filter(({ procedure }) => {
    const { access, write } = procedure['~orpc'].meta as ApiMeta
    return (
      write &&
      access !== 'public' &&
      access !== 'self' &&
      ofSchools.some((role) => mayOpen(access, { role, isPreceptor: false }))
    )
  })
  const ruleOf = ({ procedure }: (typeof writes)[number]) =>
    (procedure['~orpc'].meta as ApiMeta).whileReadOnly

  it('what is allowed and what is refused is in the list (docs/while-read-only.md)', async () => {
    const [always, partly, never]: [string[], string[], string[]] = [[], [], []]
    for (const found of writes) {
      const rule = ruleOf(found)
      const line = `- \`${found.name}\`: ${found.procedure['~orpc'].route.summary}`
      if (rule === true) always.push(line)
      else if (rule === undefined) never.push(line)
      else
        partly.push(
          `${line} (${Object.entries(rule)
            .map(([field, values]) => `${field}: ${values.join(', ')}`)
            .join('; ')})`,
        )
    }
    const jobs = Object.keys(jobKinds(services))
    for (const kind of Object.keys(jobsWhileReadOnly)) expect(jobs).toContain(kind)
    const text = `${READ_ONLY_HEADER}
## Stopped

${never.join('\n')}

## Only with these answers

${partly.join('\n')}

## Goes on

${always.join('\n')}

## Jobs that are refused when their turn comes

${jobs
  .filter((kind) => jobsWhileReadOnly[kind] !== true)
  .map((kind) => `- \`${kind}\`${jobsWhileReadOnly[kind] ? ' (as the call that starts it)' : ''}`)
  .join('\n')}
`
    await expect(text).toMatchFileSnapshot('../docs/while-read-only.md')
  })

  it('a write is refused by the guard for people of schools, before the input is validated, and a read is not', async () => {
    for (const role of ofSchools)
      for (const { name, procedure } of procedures) {
        const meta = procedure['~orpc'].meta as ApiMeta
        const viewer = viewerOf(role)
        if (verdict(meta, viewer) !== 'open') continue
        const isStopped = await call(procedure, undefined, {
          context: { ...contextOf(viewer), schools: stopped },
        })
          .then(
            (answer: unknown) =>
              void (
                answer &&
                typeof answer === 'object' &&
                Symbol.asyncIterator in answer &&
                (answer as AsyncGenerator).return(undefined)
              ),
          )
          .then(
            () => false,
            (error: unknown) => error instanceof ORPCError && error.message === 'Read-only',
          )
        expect([name, role, isStopped]).toEqual([
          name,
          role,
          meta.write && meta.whileReadOnly !== true && meta.access !== 'public' && meta.access !== 'self',
        ])
      }
  })

  it('a write is allowed with the answers that a contract names, and with no others', () => {
    expect(isAllowedWhileReadOnly({ accept: [false] }, { accept: false })).toBe(true)
    for (const input of [{ accept: true }, { accept: 'false' }, {}, undefined, null, 'accept'])
      expect(isAllowedWhileReadOnly({ accept: [false] }, input)).toBe(false)
    expect(isAllowedWhileReadOnly(true, undefined)).toBe(true)
    expect(isAllowedWhileReadOnly(undefined, { accept: false })).toBe(false)
  })
})

const READ_ONLY_HEADER = `# What a read-only school can do

A school that does not pay is read-only ([decision 209](decisions/209-a-school-that-does-not-pay-is-read-only.md)). Reading, searching and
exporting always work, and so do sign-in and one's own account. Of the writes of a school's people, those whose contract says \`whileReadOnly\`
go on; any other is stopped. After a change that was meant, this list is written again with \`npm test -- app/api.test.ts -u\`.
`

type Who = { name: string; viewer: Viewer | null }
const everybody: Who[] = [
  { name: 'nobody', viewer: null },
  ...roles.map((role) => ({ name: role, viewer: viewerOf(role) })),
  { name: 'preceptor', viewer: viewerOf('facility_admin', { isPreceptor: true }) },
  { name: 'a pending student', viewer: viewerOf('student', { status: 'pending' }) },
  { name: 'an unverified school_admin', viewer: viewerOf('school_admin', { emailVerified: false }) },
  ...roles
    .filter((role) => role !== 'superadmin')
    .flatMap((role) => [
      {
        name: `who looks as ${role}`,
        viewer: viewerOf(role, { impersonation: acting({ mayWrite: false }) }),
      },
      { name: `who acts as ${role}`, viewer: viewerOf(role, { impersonation: acting({ mayWrite: true }) }) },
      {
        name: `who acted as ${role}`,
        viewer: viewerOf(role, { impersonation: acting({ mayWrite: true, minutes: -1 }) }),
      },
    ]),
]

describe.each(everybody)('$name', ({ viewer }) => {
  it('is allowed or refused as the contract says, before the input is validated', async () => {
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const { name, procedure } of procedures) {
      found[name] = await answerOf(procedure, viewer)
      wanted[name] = verdict(procedure['~orpc'].meta as ApiMeta, viewer)
    }
    expect(found).toEqual(wanted)
  })
})

/** The guard's rules, written a second time. */
function verdict(meta: ApiMeta, viewer: Viewer | null): 'UNAUTHORIZED' | 'FORBIDDEN' | 'open' {
  if (meta.access !== 'public') {
    if (!viewer) return 'UNAUTHORIZED'
    const isMember = viewer.status === 'active' && viewer.emailVerified
    if (meta.access !== 'self' && !(isMember && mayOpen(meta.access, viewer))) return 'FORBIDDEN'
  }
  if (!viewer?.impersonation || meta.duringImpersonation) return 'open'
  if (meta.inPersonOnly) return 'FORBIDDEN'
  if (meta.write) return viewer.impersonation.mayWrite && !isOver(viewer) ? 'open' : 'FORBIDDEN'
  return isOver(viewer) && meta.access !== 'public' ? 'FORBIDDEN' : 'open'
}

const isOver = ({ impersonation }: Viewer): boolean => Date.parse(impersonation!.expiresAt) < Date.now()

/** The guard's answer to an empty call; any answer from behind the guard counts as open. */
async function answerOf(procedure: AnyProcedure, viewer: Viewer | null): Promise<string> {
  try {
    const answer: unknown = await call(procedure, undefined, { context: contextOf(viewer) })
    if (answer && typeof answer === 'object' && Symbol.asyncIterator in answer)
      await (answer as AsyncGenerator).return(undefined)
  } catch (error) {
    if (error instanceof ORPCError && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN'))
      return error.code
  }
  return 'open'
}

function unguarded(procedure: AnyProcedure): string[] {
  const { middlewares, inputValidationIndex } = procedure['~orpc']
  return [
    ...(middlewares[0] === guard ? [] : ['the guard is not first']),
    ...(inputValidationIndex === Number.POSITIVE_INFINITY ? [] : ['its input is looked at before the guard']),
  ]
}

function unsaid(name: string, procedure: AnyProcedure): string[] {
  const { route } = procedure['~orpc']
  const meta = procedure['~orpc'].meta as Partial<ApiMeta>
  const access = meta.access
  const isAccess = Array.isArray(access) || access === 'public' || access === 'any' || access === 'self'
  const isRead = route.method === 'GET' || (route.method === 'POST' && name in READS_BY_POST)
  return [
    ...(isAccess ? [] : ['no access']),
    ...(meta.write === !isRead ? [] : [`${route.method} with write: ${meta.write}`]),
    ...(/^(GET|POST|PUT|PATCH|DELETE)$/.test(route.method ?? '') ? [] : ['no method']),
    ...(/^(\/([a-z0-9-]+|\{\w+\}))+$/.test(route.path ?? '') ? [] : [`the path ${route.path}`]),
    ...(route.tags?.length ? [] : ['no tag']),
    ...((route.summary ?? '').length > 3 || route.summary === 'X' ? [] : ['no summary']),
  ]
}

function* walk(router: object, path: string[] = []): Generator<{ name: string; procedure: AnyProcedure }> {
  for (const [key, value] of Object.entries(router))
    if (isProcedure(value)) yield { name: [...path, key].join('.'), procedure: value }
    else yield* walk(value as object, [...path, key])
}

function* walkContract(router: object, path: string[] = []): Generator<string> {
  for (const [key, value] of Object.entries(router))
    if ('~orpc' in (value as object)) yield [...path, key].join('.')
    else yield* walkContract(value as object, [...path, key])
}

function acting(options: { mayWrite: boolean; minutes?: number }): NonNullable<Viewer['impersonation']> {
  return {
    reason: 'for the test',
    expiresAt: new Date(Date.now() + (options.minutes ?? 30) * 60_000).toISOString(),
    mayWrite: options.mayWrite,
  }
}

function viewerOf(role: Role, more: Partial<Viewer> = {}): Viewer {
  const id = '00000000-0000-4000-8000-000000000001'
  return {
    userId: id,
    realUserId: id,
    email: 'ana@test.example',
    fullName: 'Ana Test',
    role,
    status: 'active',
    emailVerified: true,
    realRole: more.impersonation ? 'superadmin' : role,
    realFullName: 'Ana Test',
    linkedSchoolId: null,
    linkedFacilityId: null,
    schoolName: null,
    schoolIsActive: true,
    facilityName: null,
    isPreceptor: false,
    mustChangePassword: false,
    signedInAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    viewRole: null,
    selectedSchoolId: null,
    selectedSchoolName: null,
    timeFormat: '12h',
    impersonation: null,
    ...more,
  }
}

function contextOf(viewer: Viewer | null): RequestContext {
  return {
    viewer,
    tokenHash: viewer && 'a'.repeat(64),
    pool: noDatabase,
    requestId: 'test',
    address: '127.0.0.1',
    addressBlock: '127.0.0.0/24',
    userAgent: 'test',
    log: services.log,
    schools: allSchoolsPaid,
    cookies: {
      startSession: () => {},
      endSession: () => {},
      readDevice: () => null,
      rememberDevice: () => {},
      readSignUp: () => null,
      rememberSignUp: () => {},
    },
  }
}
