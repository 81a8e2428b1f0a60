import { type ReactNode, useState } from 'react'
import { formatDate, todayIn } from '#core/plain-date.ts'
import type { SeriesRow, UnitOfFacility } from '#features/shifts/contract.ts'
import { BULK_AT_ONCE } from '#features/shifts/rules.ts'
import {
  type ShiftAction,
  nameOf,
  facilityLabel,
  seriesName,
  seriesSeats,
  seriesWhen,
  shiftCount,
  requireSome,
  showOutcomes,
  useApprove,
  useAskSeveral,
  useShiftActions,
} from '#features/shifts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { sendWithUndo } from '#ui/send-with-undo.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { WorkAction, WorkItem } from '#ui/WorkQueue.tsx'
import { useInboxRows } from './facility-queries.ts'
import type { FacilitySearch } from './facility-search.ts'
import { approvable } from '../rules.ts'
import { requestId, requestWork } from './request-work.ts'
import { SeriesRequest } from './SeriesRequest.tsx'

const CounterDialog = lazyDialog(() => import('./CounterDialog.tsx').then((file) => file.CounterDialog), {
  request: undefined,
})

/** The requests of schools as lines of a queue, with a facility's actions on each, and the dialogs for more input. */
export function useRequests(
  rows: readonly SeriesRow[],
  units: readonly UnitOfFacility[],
  search: FacilitySearch = { view: 'requests' },
): { items: WorkItem[]; dialogs: ReactNode } {
  const { ask, dialog, party } = useShiftActions()
  const approve = useApproveAll()
  const inboxRows = useInboxRows()
  const [countered, counter] = useState<SeriesRow>()
  const [question, questionDialog] = useQuestion(inboxRows)
  const askAbout = (action: ShiftAction) => (row: SeriesRow) =>
    void inboxRows(row).then(
      (all) => {
        const free = new Set(approvable(row).shifts.map(({ id }) => id))
        const found = action === 'approve' ? all.filter(({ id }) => free.has(id)) : all
        return found.length > 0
          ? ask(action, found)
          : toast.info('Already answered', 'Someone else answered this request, or the school withdrew it.')
      },
      (error: unknown) => toast.error('The request couldn’t be loaded', messageOf(error)),
    )
  // Approves with an undo delay; someone who decides for the facility gives a reason instead, and a large request runs as a job with a
  // preview.
  const isHeld = ({ count }: SeriesRow) => party === 'facility' && count <= BULK_AT_ONCE
  const actionsOf = (row: SeriesRow): WorkAction[] => {
    const name = `${row.school_name}, ${seriesName(row)}, ${seriesWhen(row)}`
    const one = (label: string, act: (row: SeriesRow) => void): WorkAction => ({
      label,
      name: `${label}: ${name}`,
      onPress: () => act(row),
    })
    if (row.is_change)
      return row.count === 1
        ? [one('Agree', askAbout('accept_change')), one('Decline', askAbout('decline_change'))]
        : []
    const { count, why } = approvable(row)
    const label = row.count === 1 ? 'Approve' : why ? `Approve ${count}` : `Approve all ${count}`
    return [
      ...(count > 0 ? [one(label, isHeld(row) ? approve : askAbout('approve'))] : []),
      one('Suggest a change', counter),
      one('Decline', askAbout('decline')),
    ]
  }
  return {
    items: rows.map((row) => ({
      id: requestId(row),
      count: row.count,
      label: row.is_change ? 'changes requested' : 'requests',
      title: `${row.school_name} · ${nameOf(row)}`,
      detail: (
        <>
          {facilityLabel(row)}
          {row.respond_by && ` · answer by ${dayOf(row.respond_by, row.time_zone)}`}
          <br />
          {row.is_change && <b>Change requested · </b>}
          {[seriesWhen(row), row.count > 1 && shiftCount(row.count), seriesSeats(row)]
            .filter(Boolean)
            .join(' · ')}
          {approvable(row).why && (
            <>
              <br />
              <b>{approvable(row).why}</b>
            </>
          )}
        </>
      ),
      isUrgent: requestWork(row, new Date().toISOString()).isUrgent,
      actions: actionsOf(row),
      content: () => <SeriesRequest row={row} search={search} onAsk={() => question(row)} />,
    })),
    dialogs: (
      <>
        {dialog}
        {questionDialog}
        <CounterDialog request={countered} units={units} onClose={() => counter(undefined)} />
      </>
    ),
  }
}

/** Asks the school the same about all shifts of a request; each waits for its answer. */
function useQuestion(rowsOf: ReturnType<typeof useInboxRows>) {
  const { mutateAsync: send } = useAskSeveral()
  return useAction<SeriesRow>({
    label: 'Ask the school',
    ask: () => ({
      title: 'Ask the school',
      body: 'The request stays open until the school answers.',
      confirmLabel: 'Send question',
      reason: { label: 'Question', isRequired: true, minLength: 3 },
    }),
    run: async (row, { reason, tick }) => {
      const shifts = (await rowsOf(row)).map(({ id, version }) => ({ id, version }))
      if (shifts.length === 0) throw new Error('This request was already answered.')
      showOutcomes(requireSome(await send({ shifts, question: reason, ...tick })), 'asked about')
    },
  })
}

/** The day of an instant by the clock of the facility: "Thu, Dec 3". */
const dayOf = (instant: string, zone: string): string =>
  formatDate(todayIn(zone, Date.parse(instant)), 'weekday').replace(/, \d{4}$/, '')

/** Approves the shifts of a request that can be, after a delay in which it can be undone. */
function useApproveAll() {
  const { mutateAsync: approve } = useApprove()
  return (row: SeriesRow): void => {
    const { shifts, count } = approvable(row)
    sendWithUndo(requestId(row), `Approving ${shiftCount(count)}`, async () => {
      showOutcomes(await approve({ shifts, seats: null, note: null }), 'approved')
    })
  }
}
