import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { ShiftEvent } from '../contract.ts'
import { shifts } from './queries.ts'
import { pastLabels } from './shift-questions.ts'
import { changeLines, isTakenBack, reasonLine } from './shift-trail-words.ts'

const words: Record<string, string> = {
  ...pastLabels,
  create: 'Planned',
  change: 'Changed',
  open_signup: 'Sign-up opened',
  recount: 'Seats counted again',
  ask_change: 'A change was requested',
  accept_change: 'Change agreed',
  decline_change: 'Change declined',
  seat_assign: 'given a seat',
  seat_request: 'requested a seat',
  seat_wait: 'put on the waitlist',
  seat_offer: 'offered a seat',
  seat_withdraw: 'took the request back',
  seat_decline: 'request declined',
  seat_decline_offer: 'declined the offer',
  seat_accept_offer: 'accepted the offer',
  seat_drop: 'dropped the seat',
  seat_ask_drop: 'asks to be taken off',
  seat_conflict: 'has a conflict',
  seat_remove: 'taken off',
  seat_cancel: 'lost the seat',
  seat_lapse: 'lapsed',
  seat_keep: 'kept on the shift',
  seat_swap: 'swapped',
  report_save: 'Report begun',
  report_submit: 'Report submitted',
  report_return: 'Report returned',
  report_correct: 'Report being corrected',
  report_accept: 'Report accepted',
  seat_check_in: 'checked in',
  seat_check_out: 'checked out',
  seat_undo_check_in: 'check-in undone',
  seat_undo_check_out: 'check-out undone',
  seat_call_out: 'reported an absence',
  seat_take_back_call_out: 'is coming after all',
  seat_propose_no_show: 'proposed as a no-show',
  seat_reject_no_show: 'no-show rejected',
  seat_confirm_no_show: 'no-show confirmed',
  seat_excuse: 'absence excused',
  seat_mark_unexcused: 'absence unexcused',
  seat_clear_absence: 'absence cleared',
  seat_correct: 'attendance corrected',
}
const states: Record<string, string> = {
  create: 'draft',
  submit: 'submitted',
  agree: 'approved',
  approve: 'approved',
  ask: 'needs_info',
  counter: 'returned',
  accept_counter: 'approved',
  decline: 'declined',
  decline_counter: 'declined',
  expire: 'expired',
  withdraw: 'withdrawn',
  publish: 'published',
  fill: 'full',
  start: 'in_progress',
  complete: 'completed',
  close: 'locked',
  cancel: 'cancelled',
  postpone: 'paused',
}
/** The history of a shift, newest first, with old → new and the reasons given. */
export function ShiftTrail({ id }: { id: string }): ReactNode {
  const query = useQuery({ ...shifts.trail.queryOptions({ input: { id } }), staleTime: 0 })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={4} />}
      failedTitle="The history couldn’t be loaded"
      empty={{ compact: true, titleOrder: 3, title: 'No history yet' }}
    >
      {(events) => (
        <Timeline
          label="History of the shift"
          most={500}
          events={events.map((event) => ({
            id: String(event.id),
            title: titleOf(event, events),
            at: event.at,
            ...(event.actor_name && { by: byOf(event) }),
            ...(states[event.event] && { state: states[event.event]! }),
            note: noteOf(event),
          }))}
        />
      )}
    </Loaded>
  )
}

function titleOf(
  { id, event, student_name: student, actor_name: actor, details }: ShiftEvent,
  all: readonly ShiftEvent[],
): string {
  if (event === 'decline_change' && isTakenBack(all, id)) return 'Change taken back'
  if (event === 'agree' && details['offered']) return 'Taken from what the facility offered'
  const said =
    (event === 'seat_assign' && actor === student && 'took a seat') ||
    (words[event] ?? event.replace(/^seat_/, '').replaceAll('_', ' '))
  return event.startsWith('seat_') ? `${student ?? 'A student'}: ${said}` : said
}

const byOf = ({ actor_name: actor, acting_as_name: as }: ShiftEvent): string =>
  as ? `${actor} for ${as}` : (actor ?? '')

function noteOf({ details, reason }: ShiftEvent): ReactNode {
  const changes = changeLines(details)
  const why = reasonLine(reason, details)
  if (!why && changes.length === 0) return undefined
  return (
    <>
      {changes.map((change) => (
        <div key={change}>{change}</div>
      ))}
      {why}
    </>
  )
}
