import { ORPCError, os, ValidationError } from '@orpc/server'
import type pg from 'pg'
import { mayOpen } from '#core/access.ts'
import { type ApiMeta, isAllowedWhileReadOnly } from '#core/api-meta.ts'
import { issueText } from '#core/issue-text.ts'
import { patientDataIn } from '#core/patient-data.ts'
import type { SchoolNotice } from '#core/school-payment-status.ts'
import type { Compilable, RawBuilder } from 'kysely'
import { recordView, recordRefusal } from './record-access.ts'
import type { AccessTrail } from './access-trail.ts'
import { readAs, withActor, type ActOptions } from './actor.ts'
import { type Json, RawJson } from './unchecked-output.ts'
import type { Tx } from './db.ts'
import { keyedTransactions } from './idempotency.ts'
import type { Log } from './log.ts'
import { asContractError } from './pg-errors.ts'
import type { Viewer } from './session.ts'

/** Whether schools have paid, as features/subscriptions knows it (decision 209). */
export type SchoolPayments = {
  /** The notice about their school's payment for this person; null if all is well or it does not concern them. */
  noticeFor: (viewer: Viewer) => Promise<SchoolNotice | null>
  /** Why this person may not start anything new; null if their school may. */
  refusalFor: (viewer: Viewer) => Promise<Error | null>
}
/** Treats no school as read-only: for tests of other things, and for code that runs without pages. */
export const allSchoolsPaid: SchoolPayments = {
  noticeFor: async () => null,
  refusalFor: async () => null,
}

/** What every handler receives before the guard has run. */
export type RequestContext = {
  viewer: Viewer | null
  tokenHash: string | null
  /** Who pressed the button. Set by the page for requests it may send later; refused in anyone else's session. */
  pressedBy?: string | undefined
  /** The page reads a list to save it as a file: the access trail records it as an export. */
  asFile?: boolean
  pool: pg.Pool
  requestId: string
  /** The caller's address, and the /24 or /64 block that throttles count by. */
  address: string
  addressBlock: string
  userAgent: string
  log: Log
  schools: SchoolPayments
  /** Where views of records, exports and refusals are noted. */
  trail?: AccessTrail
  /** Gives up the request's slot: for streams, which stay open and do nothing, and for requests that wait in another queue. */
  endAdmission?: () => void
  /** Receives an answer that PostgreSQL wrote as JSON, which is sent unchanged. */
  sendRawJson?: (json: string) => void
  /** True if the caller accepts such an answer unparsed. */
  acceptsRawJson?: boolean
  cookies: {
    startSession(token: string, expiresAt: Date): void
    endSession(): void
    readDevice(): string | null
    rememberDevice(value: string): void
    /** Marks this browser as the one in which someone who signed up chose their password. */
    readSignUp(): string | null
    rememberSignUp(value: string): void
  }
}

/** What a handler of a signed-in procedure works with: there is a viewer, and `act` runs their transaction. */
export type ActorContext = {
  /** Runs one transaction as the viewer; read-only unless the procedure's contract says `write`. */
  act: <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>
  /** The rows of one statement as the viewer, in one round trip. */
  read: <R>(query: RawBuilder<R> | Compilable<R>) => Promise<R[]>
  /** The JSON that a statement returns as `json`, or made of its row, read the same way; parsed only for callers that need its contents. */
  readJson: <T, Row extends Json<T> = Json<T>>(
    query: RawBuilder<Row & Json<T>>,
    textOf?: (row: Row) => string,
  ) => Promise<T>
  /** The signed-in viewer. Throws UNAUTHORIZED if the procedure is public and no one is signed in. */
  me: () => Viewer
}

/** For `$config` of every implemented contract: input is validated only after the guard has let the caller in. */
export const validateAfterGuard = { initialInputValidationIndex: Number.POSITIVE_INFINITY }

/**
 * The one guard before every procedure (Spec §2): not signed in → UNAUTHORIZED, wrong role → FORBIDDEN, not verified or not approved →
 * FORBIDDEN, a password that must be changed first → FORBIDDEN, a read-only impersonation → FORBIDDEN for every write, an expired
 * impersonation → FORBIDDEN for everything but ending it. If the school is read-only because it does not pay, a write that is not allowed
 * meanwhile → its refusal (decision 209). Authority comes from the session alone, and row-level security checks again. A write with an
 * idempotency key happens once (decision 035). A free text that seems to name a patient → BAD_REQUEST, unless the person said that it does
 * not (Domain 2.20). Whatever the handler throws becomes a contract error. Views of students' records, exports and refusals are noted in
 * the access trail (decision 048).
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
        const isOnce = !asked.readOnly && !asked.isPreparation
        return withActor(context.pool, context.tokenHash, isOnce ? keyed(work) : work, asked)
      },
      read,
      readJson: async <T, Row extends Json<T> = Json<T>>(
        query: RawBuilder<Row & Json<T>>,
        textOf: (row: Row) => string = ({ json }) => json,
      ) => {
        const [row] = await read(query)
        const text = textOf(row!)
        // Only a caller that takes the JSON unparsed (sendUncheckedOutput) gets a RawJson.
        return (context.acceptsRawJson ? new RawJson(text) : JSON.parse(text)) as T
      },
      me: () => {
        if (!context.viewer) throw signInFirst()
        return context.viewer
      },
    }
    const begun = performance.now()
    try {
      refuseCaller(context.viewer, meta)
      refuseForAnother(context)
      if (meta.write) {
        await refuseWhileReadOnly(context, meta, input)
        refusePatientData(input)
      }
      const result = await next({ context: actor })
      if (called && meta.trail) await recordView(called, result.output)
      if (meta.write) logCommand(context, path, begun, 'done')
      return result
    } catch (error) {
      const refusal = withFieldErrors(asContractError(error))
      if (called) recordRefusal(called, refusal)
      if (meta.write) logCommand(context, path, begun, outcomeOf(refusal))
      throw refusal
    }
  })

/** Logs one line per command: who did what, how long it took, and its outcome. It never contains the input. */
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

/** The most precise code known for a refusal; 'failed' is a bug of ours. */
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

/** Adds the fields to an input error: `data.fieldErrors`, path joined by dots → sentence. */
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
    fieldErrors[name] ??= issueText(issue)
  }
  return new ORPCError('BAD_REQUEST', {
    message: 'Some of the information you entered isn’t valid.',
    data: { fieldErrors },
    cause: error.cause,
  })
}

/** What a caller without a session reads. */
export const SIGN_IN_FIRST = 'Please sign in.'

/** The refusal (401) of a call that no signed-in person makes. */
export const signInFirst = () => new ORPCError('UNAUTHORIZED', { message: SIGN_IN_FIRST })

function refuseCaller(viewer: Viewer | null, meta: ApiMeta): void {
  if (meta.access !== 'public') refuseByRole(viewer, meta)
  if (viewer?.mustChangePassword) refuseUntilPasswordChange(meta)
  if (viewer?.impersonation) refuseByImpersonation(viewer, viewer.impersonation, meta)
}

/** Refuses new things for a school that does not pay: its people can read, end and record, but start nothing new. */
async function refuseWhileReadOnly(
  { viewer, schools }: RequestContext,
  { access, whileReadOnly }: ApiMeta,
  input: unknown,
): Promise<void> {
  if (!viewer || access === 'public' || access === 'self' || isAllowedWhileReadOnly(whileReadOnly, input))
    return
  const refused = await schools.refusalFor(viewer)
  if (refused) throw refused
}

/** Refuses to send an action made without a connection in another person's session, because someone else may have signed in meanwhile. */
function refuseForAnother({ viewer, pressedBy }: RequestContext): void {
  if (pressedBy !== undefined && viewer?.userId !== pressedBy)
    throw new ORPCError('FORBIDDEN', {
      message: 'You are signed in as someone else now. Nothing was sent.',
    })
}

function refuseByRole(viewer: Viewer | null, { access }: ApiMeta): void {
  if (!viewer) throw signInFirst()
  if (access === 'self' || access === 'public') return
  if (viewer.status !== 'active' || !viewer.emailVerified)
    throw new ORPCError('FORBIDDEN', { message: 'Your account is waiting for approval.' })
  if (!mayOpen(access, viewer)) throw new ORPCError('FORBIDDEN', { message: 'Your role may not do this.' })
}

/** Refuses everything until a publicly known password is changed, except what needs no sign-in. */
function refuseUntilPasswordChange(meta: ApiMeta): void {
  if (meta.access === 'public' || meta.beforePasswordChange || meta.duringImpersonation) return
  throw new ORPCError('FORBIDDEN', {
    message: 'Choose a new password first: yours is too easy to guess. Your profile has the form.',
    data: { mustChangePassword: true },
  })
}

/** Someone who acts as another may always end it and sign out, may read until the time is over, and may write only if that was chosen. */
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
