import { hashKey, onlineManager, useMutation, type QueryClient } from '@tanstack/react-query'
import { checkIn, keepPresses, keepToday, type ShiftPages } from '#features/attendance/web/public.ts'
import { shiftClearance } from '#features/credentials/web/public.ts'
import { shiftEvaluations } from '#features/evaluations/web/public.ts'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { featureApi } from '#platform/web/api.ts'
import { askAgain, maySendAgain } from '#platform/web/query-client.ts'
import { keepWaiting } from '#platform/web/waiting.ts'
import { toast } from '#ui/toast.ts'
import type { MySeat, OpenShift, StudentShift } from '../contract.ts'
import {
  keptAction,
  type SeatAction,
  shiftsToKeep,
  withSeatAction,
  withOpen,
  withoutSeatAction,
} from '../rules.ts'
import { assignments, calls, mineQuery, shifts } from './queries.ts'

// Dashboards stand downstream: named by key alone, so that features have no circle.
const dashboards = featureApi<Record<string, never>>('dashboards').key()
// A shift's page shows its check-in to those with a seat, so it comes and goes with the seat.
const touches = [
  assignments.key(),
  shifts.list.key(),
  shifts.get.key(),
  shifts.summary.key(),
  featureApi<Record<string, never>>('attendance').key(),
  dashboards,
]

/** An action on its way: `id` is the seat's, the browser's own choice where it is a new one. */
export type Act = {
  action: SeatAction
  id: string
  shift: StudentShift
  reason?: string | undefined
  tick?: NoPatientNamed | undefined
  /** Who pressed: sent later, it is refused in anyone else's session. */
  pressedBy: string
  /** What it is, in words: "Take this shift: Pediatrics, Wed, Dec 2". */
  label: string
}

function send({ id, shift, reason, tick, pressedBy, ...kept }: Act): Promise<unknown> {
  const action = keptAction(kept)
  const note = reason?.trim() || null
  const by = { context: { pressedBy } }
  switch (action) {
    case 'take':
    case 'request':
      return calls.ask({ id, shift_id: shift.id, note, ...tick }, by)
    case 'wait':
      return calls.joinWaitlist({ id, shift_id: shift.id }, by)
    case 'withdraw':
      return calls.withdraw({ id }, by)
    case 'accept':
    case 'decline':
      return calls.answerOffer({ id, accept: action === 'accept' }, by)
    case 'drop':
      return calls.drop({ id, reason: note, ...tick }, by)
    case 'ask_drop':
      return calls.askToDrop({ id, reason: reason ?? '', ...tick }, by)
    case 'conflict':
      return calls.noteConflict({ id, note, ...tick }, by)
    case 'swap':
      throw new Error('A swap is proposed to someone')
  }
}

/** Does an action; the screen shows it at once, and takes exactly it back if the server refuses. The refusal is the caller's to tell. */
export function useSeatAction() {
  return useMutation({
    ...seatAction,
    // Without a connection nothing is shown as done: it is marked as waiting.
    onMutate: (act, { client }) => (onlineManager.isOnline() ? showAtOnce(client, act) : undefined),
    onError: (_error, _act, shown) => shown?.takeBack(),
  })
}

const seatAction = {
  mutationKey: ['assignments', 'seat action'],
  mutationFn: send,
  networkMode: 'online' as const,
  // Also when the connection broke meanwhile: the second try then waits for it.
  retry: maySendAgain,
  meta: { quiet: true, touches, waits: (act: Act) => act.label },
}

/** Is this very action on a shift being sent, or waiting for a connection? */
export const isOnItsWay = (client: QueryClient, action: SeatAction, shiftId: string): boolean =>
  client.isMutating({
    mutationKey: seatAction.mutationKey,
    predicate: ({ state }) => {
      const act = state.variables as Act | undefined
      return act?.action === action && act.shift.id === shiftId
    },
  }) > 0

/**
 * Keeps on the device what this student does without a connection, and sends it when there is one; and what today's shifts need to open
 * without one. Returns how to stop keeping.
 */
export function keepSeatActions(
  client: QueryClient,
  person: string,
  load: (path: string) => void,
): () => void {
  client.setMutationDefaults(seatAction.mutationKey, seatAction)
  keepPresses(client)
  const stops = [keepWaiting(client, person), keepToday(client, person, pagesOf(load))]
  return () => stops.forEach((stop) => stop())
}

const pagesOf = (load: (path: string) => void): ShiftPages => ({
  nextIn: (queryKey, data) =>
    data !== undefined && hashKey(queryKey) === hashKey(mineQuery.queryKey)
      ? shiftsToKeep(data as MySeat[], new Date().toISOString())
      : [],
  load: (shiftId) => {
    load(`/shift/${shiftId}`)
    for (const part of [checkIn, shiftClearance, shiftEvaluations]) part.fetch()
  },
})

/** Offers a seat to a classmate; the form shows a refusal. */
export function useProposeSwap() {
  return useMutation({
    ...assignments.proposeSwap.mutationOptions(),
    meta: { quiet: true, done: 'Swap proposed', touches },
  })
}

/** Agrees to a swap, declines it, or takes it back. */
export function useAnswerSwap() {
  return useMutation({
    ...assignments.answerSwap.mutationOptions(),
    onSuccess: ({ status }) => toast.success(swapDone[status] ?? 'Answered'),
    meta: { failed: 'The swap was not changed', touches },
  })
}
const swapDone: Record<string, string> = {
  done: 'Swapped. Both schedules are changed.',
  accepted: 'You agreed. Your coordinator decides.',
  declined: 'Swap declined',
  withdrawn: 'Swap taken back',
}

/** Changes what is on screen before the server has answered. */
async function showAtOnce(client: QueryClient, { action, id, shift }: Act) {
  const mineKey = assignments.mine.key()
  const openKey = assignments.available.key()
  await Promise.all([mineKey, openKey].map((queryKey) => client.cancelQueries({ queryKey })))
  const now = new Date().toISOString()
  const lists = client.getQueriesData<MySeat[]>({ queryKey: mineKey })
  for (const [key, seats] of lists)
    if (seats) client.setQueryData(key, withSeatAction(seats, { action, id, shift, now }))
  const isAsked = action === 'take' || action === 'request' || action === 'wait'
  const opens = isAsked ? client.getQueriesData<OpenShift[]>({ queryKey: openKey }) : []
  for (const [key, open] of opens)
    if (open)
      client.setQueryData(
        key,
        open.filter((one) => one.id !== shift.id),
      )
  return {
    takeBack() {
      for (const [key, before] of lists)
        client.setQueryData<MySeat[]>(key, (seats) =>
          seats && withoutSeatAction(seats, id, before?.find((seat) => seat.id === id)),
        ) // prettier-ignore
      for (const [key, before] of opens) {
        const was = before?.find((one) => one.id === shift.id)
        if (was) client.setQueryData<OpenShift[]>(key, (open) => open && withOpen(open, was))
      }
      // The server refused because it knows more: ask how it really is.
      for (const queryKey of touches) void askAgain(client, queryKey)
    },
  }
}
