import { type QueryClient, useMutation } from '@tanstack/react-query'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { featureApi } from '#platform/web/api.ts'
import { sendUntilAnswered } from '#platform/web/offline-queue.ts'
import { shouldRetryMutation } from '#platform/web/query-client.ts'
import { attendance, calls } from './queries.ts'

type Location = { latitude: number; longitude: number; accuracy_m: number }

/** What a student pressed, with the phone's time: it may be sent much later, but counts once (its key). */
export type CheckInAction = {
  id: string
  pressedAt: string
  key: string
  /** The person who pressed: sent later in another person's session, it is refused. */
  pressedBy: string
  /** A description of the press: "Check in: Pediatrics". */
  label: string
  tick?: NoPatientNamed | undefined
} & (
  | { kind: 'check_in'; code: string | null; location: Location | null; reason?: string | null }
  | { kind: 'check_out'; leftAt: string | null; reason: string | null }
  | { kind: 'call_out'; isComing: boolean; reason: string }
)

function send(press: CheckInAction): Promise<unknown> {
  const { id, pressedAt: pressed_at, key: idempotency_key } = press
  const by = { context: { pressedBy: press.pressedBy } }
  const same = { id, pressed_at, idempotency_key, ...press.tick }
  if (press.kind === 'check_in')
    return calls.checkIn(
      { ...same, code: press.code, location: press.location, reason: press.reason ?? null },
      by,
    )
  if (press.kind === 'check_out')
    return calls.checkOut({ ...same, left_at: press.leftAt, reason: press.reason }, by)
  return calls.callOut({ ...same, is_coming: press.isComing, reason: press.reason }, by)
}

const touches = [
  attendance.key(),
  featureApi<Record<string, never>>('assignments').key(),
  featureApi<Record<string, never>>('shifts').key(),
]

const pressAction = {
  mutationKey: ['attendance', 'press'],
  mutationFn: sendUntilAnswered(send),
  networkMode: 'online' as const,
  // The key makes a retry the same request; the connection may have broken meanwhile.
  retry: shouldRetryMutation,
  meta: { quiet: true, touches, waits: (press: CheckInAction) => press.label },
}

/** Sends what a student pressed, or stores it until there is a connection. */
export const useCheckInAction = () => useMutation(pressAction)

/** Lets the next tab send presses that were waiting in a closed one. */
export const resumeCheckIns = (client: QueryClient): void =>
  client.setMutationDefaults(pressAction.mutationKey, pressAction)
