import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { labelOf } from '#features/shifts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { wasQueued } from '#platform/web/offline-storage.ts'
import { question } from '#platform/web/kit/question.ts'
import { toast } from '#ui/toast.ts'
import type { MySeat, OpenShift, StudentShift } from '../contract.ts'
import { clashing, type SeatAction, mayDrop } from '../rules.ts'
import { type Act, isSendingAction, useSeatAction } from './mutations.ts'
import { assignments } from './queries.ts'

/** An action that was refused: the reason, and what can be done instead. */
export type Refusal = { act: Act; message: string; next: SeatAction | undefined; clash: MySeat | undefined }

/** Button labels by action. */
export const actionLabels: Record<SeatAction, string> = {
  take: 'Take this shift',
  request: 'Request a seat',
  wait: 'Join the waitlist',
  withdraw: 'Withdraw',
  accept: 'Accept seat',
  decline: 'Decline',
  drop: 'Drop shift',
  ask_drop: 'Ask to drop',
  conflict: 'I have a conflict',
  stay: 'I can come after all',
  swap: 'Swap with a classmate',
}

const doneWords: Partial<Record<SeatAction, string>> = {
  request: 'Seat requested. You’ll hear when your school answers.',
  wait: 'You are on the waitlist',
  withdraw: 'Withdrawn',
  accept: 'You’re in',
  decline: 'Offer declined',
  drop: 'Shift dropped',
  ask_drop: 'Your coordinator was asked',
  conflict: 'Your coordinator was notified',
  stay: 'Taken back. You keep your seat.',
}

/** The confirmation before an action that notifies others or cannot be undone. */
const questions: Partial<Record<SeatAction, Parameters<typeof question>[0]>> = {
  drop: {
    title: 'Drop this shift?',
    body: 'Your seat goes to the next student on the waitlist, or opens to others.',
    confirmLabel: 'Drop shift',
    cancelLabel: 'Keep it',
    isDanger: true,
    reason: { label: 'Reason (your school reads it)' },
  },
  ask_drop: {
    title: 'Ask to drop this shift?',
    body: 'It’s too late to drop this shift online. Your coordinator decides; until then you are expected.',
    confirmLabel: 'Ask coordinator',
    cancelLabel: 'Keep my seat',
    reason: { label: 'Why can’t you come?', isRequired: true, minLength: 3 },
  },
  conflict: {
    title: 'Tell your coordinator about a conflict?',
    body: 'You keep your seat until your coordinator answers.',
    confirmLabel: 'I have a conflict',
    reason: { label: 'What’s the conflict?' },
  },
  decline: {
    title: 'Decline the seat?',
    body: 'It is offered to the next in line, and you lose your position.',
    confirmLabel: 'Decline seat',
    cancelLabel: 'Decide later',
    isDanger: true,
  },
}

/** The code of the refusal, or the rule that blocks it: 'seat.full', 'overlap'. */
export function ruleOf(error: unknown): string | undefined {
  type Data = { rule?: unknown; code?: unknown; values?: { rule?: unknown } }
  const data = (error as { data?: Data } | null)?.data
  const code = data?.rule ?? data?.values?.rule ?? data?.code
  return typeof code === 'string' ? code : undefined
}

const nextByRule: Record<string, SeatAction> = {
  'seat.full': 'wait',
  'seat.limit': 'wait',
  'seat.others_wait': 'wait',
  'seat.drop_too_late': 'ask_drop',
}
/** Dropping a shift and asking to drop it have the same reason; a conflict has another. */
const topicOf = (action: SeatAction, { id }: { id: string }): string =>
  action === 'conflict' ? `conflict ${id}` : id

const clashes = ['overlap', 'rest', 'seat.clash']

/** Two presses this close (ms) count as one: the shift that was taken has left its list, and another is under the finger. */
const ONE_PRESS_MS = 400

/**
 * Performs a student's action on a shift: confirms first if needed, shows it
 * immediately, reports what was done (with an undo for a seat just taken, until the
 * drop cutoff), and keeps a refusal with its next step until dismissed.
 */
export function useSeatActions() {
  const client = useQueryClient()
  const me = useMe()
  const action = useSeatAction()
  const [refusal, setRefusal] = useState<Refusal>()
  const lastWish = useRef({ at: 0, of: '' })
  /** What was typed about a shift and refused. */
  const typed = useRef(new Map<string, string>())

  function send(act: Act): void {
    setRefusal(undefined)
    // Not by callbacks of `mutate`, which are only called for the last press, and only while this page is open.
    action.mutateAsync(act).then(
      // Offline actions are announced when sent, on whichever page the student is.
      () => {
        typed.current.delete(topicOf(act.action, act.shift))
        return wasQueued(act) ? undefined : tell(act)
      },
      (error: unknown) => {
        if (act.reason) typed.current.set(topicOf(act.action, act.shift), act.reason)
        const rule = ruleOf(error)
        const seats = client.getQueryData<MySeat[]>(assignments.mine.queryKey({ input: {} })) ?? []
        const clash = rule && clashes.includes(rule) ? clashing(act.shift, seats) : undefined
        setRefusal({ act, message: messageOf(error), next: rule ? nextByRule[rule] : undefined, clash })
      },
    )
  }

  function tell(act: Act): void {
    const words = doneWords[act.action]
    if (words) return toast.success(words)
    const seat = client
      .getQueryData<MySeat[]>(assignments.mine.queryKey({ input: {} }))
      ?.find(({ id }) => id === act.id)
    if (!seat || mayDrop(seat, new Date().toISOString()))
      toast.undo('You’re in', () =>
        send({ ...act, action: 'drop', label: `${actionLabels.drop}: ${labelOf(act.shift)}` }),
      )
    else toast.success('You’re in')
  }

  /** Performs it, after its confirmation if it has one. */
  async function run(which: SeatAction, shift: StudentShift | OpenShift, seat?: MySeat): Promise<void> {
    const asked = questions[which]
    const reason = asked?.reason && { ...asked.reason, initial: typed.current.get(topicOf(which, shift)) }
    const answer = asked && (await question({ ...asked, ...(reason && { reason }) }))
    if (asked && !answer) return
    // A new request has a new id, also after an earlier one ended.
    const isNew = which === 'take' || which === 'request' || which === 'wait'
    if (isNew) {
      const { at, of } = lastWish.current
      const isSamePress = of !== shift.id && Date.now() - at < ONE_PRESS_MS
      if (isSamePress || isSendingAction(client, which, shift.id)) return
      lastWish.current = { at: Date.now(), of: shift.id }
    }
    const id = !isNew && seat ? seat.id : crypto.randomUUID()
    send({
      action: which,
      id,
      shift,
      reason: answer?.reason,
      tick: answer?.tick,
      pressedBy: me.id,
      label: `${actionLabels[which]}: ${labelOf(shift)}`,
    })
  }

  return { run, refusal, dismiss: () => setRefusal(undefined), isPending: action.isPending }
}
