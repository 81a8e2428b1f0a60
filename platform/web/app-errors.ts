import { ORPCError } from '@orpc/client'
import { toast } from '#ui/toast.ts'
import { messageOf, requestIdOf } from './api.ts'

export type ErrorSeverity = 'info' | 'warning' | 'error' | 'critical'
export type ErrorType =
  | 'network'
  | 'auth'
  | 'validation'
  | 'database'
  | 'permission'
  | 'system'
  | 'api'
  | 'unknown'

/** The in-app error record (Spec §3), without the stack, which stays in the console. */
export type AppError = {
  id: string
  timestamp: string
  type: ErrorType
  severity: ErrorSeverity
  message: string
  details: string | undefined
  context: string
  recoverable: boolean
}

/** Describes an error for people (Spec §8, error context): its type, from what the server or the network said, and its severity. */
export function describeError(error: unknown, context: string): AppError {
  const type = typeOf(error)
  return {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    type,
    severity: type === 'system' ? 'critical' : type === 'validation' ? 'warning' : 'error',
    message: messageOf(error),
    details: detailsOf(error),
    context,
    recoverable: type !== 'permission' && type !== 'system',
  }
}

/** The code of a refusal or failure, and the request id to quote to support. */
function detailsOf(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const id = requestIdOf(error)
  return error.code + (id ? `, request ${id}` : '')
}

/** The text of a toast below its title: the message, and for a failure of ours the request id to quote to support. */
export function toastTextOf(error: unknown): string {
  const id = error instanceof ORPCError && error.status >= 500 && requestIdOf(error)
  return messageOf(error) + (id ? ` Request ID: ${id}` : '')
}

/** The title of an error's toast (Spec §8): "Connection Error" for the network, "Error" for all others. */
export function toastTitleOf(error: AppError): string {
  return error.type === 'network' ? 'Connection Error' : 'Error'
}

function typeOf(error: unknown): ErrorType {
  if (error instanceof TypeError) return 'network'
  if (!(error instanceof ORPCError)) return 'unknown'
  if (error.status === 401) return 'auth'
  if (error.status === 403) return 'permission'
  if (error.status === 400 || error.status === 422) return 'validation'
  if (error.status === 503 || error.status === 504) return 'database'
  return error.status >= 500 ? 'system' : 'api'
}

const announced = new WeakSet<object>()

/** True if the person already read about this failure. */
export const wasAnnounced = (error: object): boolean => announced.has(error)

/** Announces a failure in words of its own, so that the query client does not announce it too. */
export function toastFailure(title: string, error: unknown, message = messageOf(error)): void {
  announced.add(Object(error))
  toast.error(title, message)
}
