import { ORPCError } from '@orpc/server'
import { refusal, type RefusalCatalog, type RefusalKind, type RefusalText, Refused } from '#core/refusal.ts'
import { stepRefusals } from '#core/steps.ts'

/** What people read who sent more than their limit. */
export const TOO_MANY = 'Rate limit exceeded. Please try again later.'

/** What people read while the database cannot be reached. */
export const NO_DATABASE = 'Placewell cannot reach its database right now. Please try again in a moment.'

/** The database cannot be reached or does not answer: 503 with Retry-After. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/**
 * The database answers, but the work was not done in time: 504. The outcome says what is certain: `read`, it only read; `unchanged`,
 * nothing was changed; `unknown`, the commit was already sent.
 */
export class TimedOut extends Error {
  override name = 'TimedOut'
  readonly outcome: 'read' | 'unchanged' | 'unknown'
  constructor(outcome: TimedOut['outcome'], options?: ErrorOptions) {
    super(tooLong[outcome], options)
    this.outcome = outcome
  }
}
const tooLong = {
  read: 'This took too long and was stopped. Narrow it down, for example to fewer days or one facility, and try again.',
  unchanged:
    'This took too long and was stopped. Nothing was changed. Do fewer at once, or try again in a moment.',
  unknown: 'This took too long, and we don’t know whether it was saved. Check before you try again.',
}

type PgError = Error & { code?: string; constraint?: string; detail?: string; hint?: string }

/** The texts of refusals that PostgreSQL itself throws, by code: triggers raise only the code. */
const refusalTexts = new Map<string, RefusalText<object>>()

/** Registers a feature's catalog, which has the messages for the codes that its triggers and kernel functions raise. */
export function explainRefusals(catalog: RefusalCatalog): void {
  for (const [code, text] of Object.entries(catalog)) refusalTexts.set(code, text as RefusalText<object>)
}
explainRefusals(stepRefusals)

/** The refusal codes by constraint. */
const codesByConstraint = new Map<string, string>()

/** Registers the refusal code of a constraint or unique index; the feature's catalog has its sentence and field. */
export function refuseByConstraint(name: string, code: string): void {
  codesByConstraint.set(name, code)
}

const errorCodes: Record<
  RefusalKind,
  'BAD_REQUEST' | 'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT' | 'TOO_MANY_REQUESTS'
> = {
  invalid: 'BAD_REQUEST',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  limited: 'TOO_MANY_REQUESTS',
}

/** A refusal in the form the caller gets: the message, and in `data` the code and values that screens use. */
function asRefusalError(refused: Refused, cause: unknown = refused): unknown {
  const { code, values, kind, field, message } = refused
  return new ORPCError(errorCodes[kind], {
    message,
    data: {
      code,
      values,
      ...(field !== undefined && { fieldErrors: { [field]: message } }),
      ...('seconds' in values && { retryAfter: values.seconds }),
    },
    cause,
  })
}

/** The values are in the detail of the database's error, as JSON. */
function valuesIn(detail: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(detail ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/**
 * Turns anything a handler threw into a contract error (architecture: one table from SQLSTATE to contract codes): a refusal → its kind,
 * with code and values; 42501 → FORBIDDEN, unique/foreign key/exclusion → CONFLICT, check/format → BAD_REQUEST, our own PW4xx with their
 * message, no connection → SERVICE_UNAVAILABLE, a time limit → TOOK_TOO_LONG. An unknown error stays unchanged and becomes a 500.
 */
export function asContractError(error: unknown): unknown {
  if (error instanceof ORPCError) return error
  if (error instanceof Refused) return asRefusalError(error)
  if (error instanceof Unavailable)
    return new ORPCError('SERVICE_UNAVAILABLE', {
      message: NO_DATABASE,
      cause: error,
    })
  if (error instanceof TimedOut)
    return new ORPCError('TOOK_TOO_LONG', {
      status: 504,
      message: error.message,
      data: { outcome: error.outcome },
      cause: error,
    })
  const { code, constraint, message, detail, hint } = error as PgError
  if (typeof code !== 'string') return isTimeout(error) ? asContractError(new Unavailable(message)) : error
  const refused = codesByConstraint.get(constraint ?? '')
  const text = refusalTexts.get(refused ?? message)
  if (text)
    return asRefusalError(
      new Refused(refused ? refusal(refused) : { code: message, values: valuesIn(detail) }, text),
      error,
    )
  switch (code) {
    case '42501':
      return new ORPCError('FORBIDDEN', { message: 'You may not do this.', cause: error })
    case '25006':
      return new ORPCError('FORBIDDEN', { message: 'Nothing can be changed in this view.', cause: error })
    case '23505':
    case '23503':
    case '23P01':
      return new ORPCError('CONFLICT', {
        message: 'This conflicts with something that already exists.',
        cause: error,
      })
    case '23514':
    case '23502':
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
      return new ORPCError('BAD_REQUEST', {
        message: 'Some of the information you entered isn’t valid.',
        cause: error,
      })
    case 'PW400':
      return new ORPCError('BAD_REQUEST', { message, cause: error })
    case 'PW403':
      return new ORPCError('FORBIDDEN', { message, cause: error })
    case 'PW404':
      return new ORPCError('NOT_FOUND', { message, cause: error })
    case 'PW409':
      // The name of the rule that refused, if it has one, by which the screen knows the next step.
      return new ORPCError('CONFLICT', { message, data: hint ? { rule: hint } : undefined, cause: error })
    case 'PW429':
      return new ORPCError('TOO_MANY_REQUESTS', { message: TOO_MANY, cause: error })
    case '57014':
      return asContractError(new TimedOut('unchanged', { cause: error }))
    case '40001':
    case '40P01':
    case '55P03':
      return new ORPCError('SERVICE_UNAVAILABLE', {
        message: 'Others are changing the same data right now. Nothing was changed. Please try again.',
        cause: error,
      })
    case '53300':
      return asContractError(new Unavailable(message, { cause: error }))
    default:
      // Node's own codes also begin with E: ECONNRESET is the network, ERR_INVALID_ARG_TYPE a bug.
      return /^(08|57P|53|E(?!RR_)[A-Z]|ERR_(STREAM|SOCKET|TLS|SSL))/.test(code)
        ? asContractError(new Unavailable(message, { cause: error }))
        : error
  }
}

/** True if the database is down, too slow or too busy; false if the request itself was wrong. */
export function isUnavailable(error: unknown): boolean {
  const known = asContractError(error)
  return (
    known instanceof ORPCError && (known.code === 'SERVICE_UNAVAILABLE' || known.code === 'TOOK_TOO_LONG')
  )
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout|Connection terminated|not queryable/i.test(error.message)
}
