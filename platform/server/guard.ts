import { ORPCError, os, ValidationError } from '@orpc/server'
import type pg from 'pg'
import { mayOpen } from '#core/access.ts'
import { type ApiMeta, goesOn } from '#core/api-meta.ts'
import { issueWords } from '#core/issue-words.ts'
import { patientDataIn } from '#core/patient-data.ts'
import type { SchoolNotice } from '#core/school-standing.ts'
import type { Compilable, RawBuilder } from 'kysely'
import { noteLook, noteRefusal } from './access-notes.ts'
import type { AccessTrail } from './access-trail.ts'
import { readAs, withActor, type ActOptions } from './actor.ts'
import { type Json, WrittenJson } from './as-read.ts'
import type { Tx } from './db.ts'
import { keyedTransactions } from './idempotency.ts'
import type { Log } from './log.ts'
import { asContractError } from './pg-errors.ts'
import type { Viewer } from './session.ts'

/** How schools stand with what they pay for, as features/subscriptions knows it (decision 209). */
export type SchoolStandings = {
  /** What this person is to know of their school; null where all is well, and for whom it does not count. */
  noticeFor: (viewer: Viewer) => Promise<SchoolNotice | null>
  /** What this person is answered where they would begin something new; null where their school may. */
  refusalFor: (viewer: Viewer) => Promise<Error | null>
}
/** Where no school is read-only: tests of other things, and what runs without pages. */
export const allInGoodStanding: SchoolStandings = {
  noticeFor: async () => null,
  refusalFor: async () => null,
}

/** What every handler is given before the guard has spoken. */
export type RequestContext = {
  viewer: Viewer | null
  tokenHash: string | null
  /** Who pressed, as the page says of what it may send later; no one else's session sends it. */
  pressedBy?: string | undefined
  /** The page reads a list to save it as a file: the access trail has it as an export. */
  asFile?: boolean
  pool: pg.Pool
  requestId: string
  /** The caller's address, and the /24 or /64 block that throttles count by. */
  address: string
  addressBlock: string
  userAgent: string
  log: Log
  schools: SchoolStandings
  /** Where looks at records, exports and refusals are noted. */
  trail?: AccessTrail
  /** Gives up the slot among the requests at work: for streams, which stay open and do nothing, and for who waits in another line. */
  endAdmission?: () => void
  /** Is told of an answer that PostgreSQL wrote as JSON, which leaves as it is. */
  leaves?: (json: string) => void
  /** Does who asks take such an answer as it is written? */
  takesWritten?: boolean
  cookies: {
    startSession(token: string, expiresAt: Date): void
    endSession(): void
    readDevice(): string | null
    rememberDevice(value: string): void
    /** Names this browser as the one in which someone who signed up chose their password. */
    readSignUp(): string | null
    rememberSignUp(value: string): void
  }
}

/** What a handler of a signed-in procedure works with: the viewer is there, and `act` is their transaction. */
export type ActorContext = {
  /** One transaction as the viewer; read-only unless the procedure's contract says `write`. */
  act: <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>
  /** The rows of one statement as the viewer, read in one round trip. */
  read: <R>(query: RawBuilder<R> | Compilable<R>) => Promise<R[]>
  /** The one JSON text that a statement gives as `json`, read in the same way; taken apart only for who wants what is in it. */
  readJson: <T>(query: RawBuilder<Json<T>>) => Promise<T>
  /** The signed-in viewer. Throws UNAUTHORIZED when the procedure is public and no one is signed in. */
  me: () => Viewer
}

/** For `$config` of every implemented contract: input is looked at only after the guard has let the caller in. */
export const guardFirst = { initialInputValidationIndex: Number.POSITIVE_INFINITY }

/**
 * The one guard before every procedure (Spec §2): no one → UNAUTHORIZED, wrong role → FORBIDDEN, not verified or not
 * approved → FORBIDDEN, a password that must be changed first → FORBIDDEN, a read-only impersonation → FORBIDDEN for
 * every write, one whose time is over → FORBIDDEN for all but ending it. Where the school is read-only because it does not pay, a write
 * that does not go on meanwhile → its refusal (decision 209). Authority comes from the session alone, and
 * row-level security decides again. A write that carries an idempotency key happens once (decision 035). A free text that
 * looks as if it named a patient → BAD_REQUEST, unless the person said that it does not (Domain 2.20). What the handler throws
 * leaves as a contract error. Looks at students' records, exports and refusals are noted in the access trail (decision 048).
 */
export const guard = os
  .$context<RequestContext>()
  .$meta<ApiMeta>({ access: [], write: true })
  .middleware(async ({ context, procedure, path, next }, input) => {
    const meta = procedure['~orpc'].meta
    const { trail, viewer, requestId, addressBlock, asFile } = context
    const called = trail && { trail, viewer, requestId, addressBlock, asFile, meta, path, input }
    // A read-only impersonation cannot write in PostgreSQL either, whatever a handler forgets.
    const mayOnlyLook = context.viewer?.impersonation?.mayWrite === false && !meta.duringImpersonation
    const readOnly = !meta.write || mayOnlyLook
    const read: ActorContext['read'] = (query) => readAs(context.pool, context.tokenHash, query)
    const keyed = keyedTransactions(procedure, path, input)
    const actor: ActorContext = {
      act: (work, options = {}) => {
        const asked = { readOnly, ...options }
        return withActor(context.pool, context.tokenHash, asked.readOnly ? work : keyed(work), asked)
      },
      read,
      readJson: async <T>(query: RawBuilder<Json<T>>) => {
        const [row] = await read(query)
        // Anyone who takes it as it is written (answerAsRead) knows what it is: no one else ever has one in hands.
        return (context.takesWritten ? new WrittenJson(row!.json) : JSON.parse(row!.json)) as T
      },
      me: () => {
        if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' })
        return context.viewer
      },
    }
    const begun = performance.now()
    try {
      refuse(context.viewer, meta)
      refuseForAnother(context)
      if (meta.write) {
        await refuseWhileReadOnly(context, meta, input)
        refusePatientData(input)
      }
      const result = await next({ context: actor })
      if (called && meta.trail) await noteLook(called, result.output)
      if (meta.write) logCommand(context, path, begun, 'done')
      return result
    } catch (error) {
      const refusal = withFieldErrors(asContractError(error))
      if (called) noteRefusal(called, refusal)
      if (meta.write) logCommand(context, path, begun, outcomeOf(refusal))
      throw refusal
    }
  })

/** One line per command: who did what, how long it took, and what became of it. No line holds what was sent. */
function logCommand(
  { log, requestId, viewer }: RequestContext,
  path: readonly string[],
  begun: number,
  outcome: string,
): void {
  log.info(
    {
      id: requestId,
      command: path.join('.'),
      actor: viewer?.realUserId ?? null,
      ...(viewer?.impersonation && { acting_as: viewer.userId }),
      ms: Math.round(performance.now() - begun),
      outcome,
    },
    'command',
  )
}

/** The code of a refusal, as precise as it is known; 'failed' is a mistake of ours. */
function outcomeOf(refusal: unknown): string {
  if (!(refusal instanceof ORPCError)) return 'failed'
  const { code } = (refusal.data ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : refusal.code
}

function refusePatientData(input: unknown): void {
  const fieldErrors = patientDataIn(input)
  const [first] = Object.values(fieldErrors)
  if (first) throw new ORPCError('BAD_REQUEST', { message: first, data: { fieldErrors } })
}

/** Input that does not fit its schema names the fields: `data.fieldErrors`, path joined by dots → sentence. */
function withFieldErrors(error: unknown): unknown {
  if (
    !(error instanceof ORPCError) ||
    error.code !== 'BAD_REQUEST' ||
    !(error.cause instanceof ValidationError)
  )
    return error
  const fieldErrors: Record<string, string> = {}
  for (const issue of error.cause.issues) {
    const name = (issue.path ?? [])
      .map((step) => String(typeof step === 'object' ? step.key : step))
      .join('.')
    fieldErrors[name] ??= issueWords(issue)
  }
  return new ORPCError('BAD_REQUEST', {
    message: 'Some of the information you entered isn’t valid.',
    data: { fieldErrors },
    cause: error.cause,
  })
}

function refuse(viewer: Viewer | null, meta: ApiMeta): void {
  if (meta.access !== 'public') refuseByRole(viewer, meta)
  if (viewer?.mustChangePassword) refuseUntilPasswordChange(meta)
  if (viewer?.impersonation) refuseByImpersonation(viewer, viewer.impersonation, meta)
}

/** A school that does not pay is read-only: whose school it is reads, ends and records, and begins nothing new. */
async function refuseWhileReadOnly(
  { viewer, schools }: RequestContext,
  { access, whileReadOnly }: ApiMeta,
  input: unknown,
): Promise<void> {
  if (!viewer || access === 'public' || access === 'self' || goesOn(whileReadOnly, input)) return
  const refused = await schools.refusalFor(viewer)
  if (refused) throw refused
}

/** What someone did without a connection is sent by their own session or not at all: meanwhile another person may have signed in. */
function refuseForAnother({ viewer, pressedBy }: RequestContext): void {
  if (pressedBy !== undefined && viewer?.userId !== pressedBy)
    throw new ORPCError('FORBIDDEN', {
      message: 'You are signed in as someone else now. Nothing was sent.',
    })
}

function refuseByRole(viewer: Viewer | null, { access }: ApiMeta): void {
  if (!viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' })
  if (access === 'self' || access === 'public') return
  if (viewer.status !== 'active' || !viewer.emailVerified)
    throw new ORPCError('FORBIDDEN', { message: 'Your account is waiting for approval.' })
  if (!mayOpen(access, viewer)) throw new ORPCError('FORBIDDEN', { message: 'Your role may not do this.' })
}

/** A password that everyone tries is changed before anything else; what anyone may do without signing in stays open. */
function refuseUntilPasswordChange(meta: ApiMeta): void {
  if (meta.access === 'public' || meta.beforePasswordChange || meta.duringImpersonation) return
  throw new ORPCError('FORBIDDEN', {
    message:
      'Choose a new password first: yours is one of the first that anyone tries. Your profile has the form.',
    data: { mustChangePassword: true },
  })
}

/** Who acts as another may end it and sign out; may read while the time runs; may write only where that was chosen. */
function refuseByImpersonation(
  viewer: Viewer,
  { expiresAt, mayWrite }: NonNullable<Viewer['impersonation']>,
  meta: ApiMeta,
): void {
  if (meta.duringImpersonation) return
  const isOver = Date.parse(expiresAt) <= Date.now()
  if (isOver && (meta.write || meta.access !== 'public'))
    throw new ORPCError('FORBIDDEN', { message: 'The impersonation has ended. Return to your own account.' })
  if (meta.write && !mayWrite)
    throw new ORPCError('FORBIDDEN', {
      message: `You are looking at Placewell as ${viewer.fullName}, read-only. Nothing was changed.`,
    })
  if (meta.inPersonOnly)
    throw new ORPCError('FORBIDDEN', {
      message: `Only ${viewer.fullName} may do this, signed in as themselves.`,
    })
}
