import { toast } from '#ui/toast.ts'
import { messageOf } from './api.ts'

const announced = new WeakSet<object>()

/** True if the person already read about this failure. */
export const wasAnnounced = (error: object): boolean => announced.has(error)

/** Announces a failure in words of its own, so that the query client does not announce it too. */
export function toastFailure(title: string, error: unknown, message = messageOf(error)): void {
  if (error instanceof Error) announced.add(error)
  toast.error(title, message)
}
