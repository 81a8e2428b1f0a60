import { IconCalendarCheck, IconCalendarOff, IconCalendarPause, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { Leave } from '../contract.ts'
import { firstDayBack, leaveDaysWords } from '../rules.ts'
import type { LeaveDialogProps } from './LeaveDialog.tsx'
import { useCancelLeave, useReturn } from './queries.ts'

const LeaveDialog = lazyDialog<LeaveDialogProps>(
  () => import('./LeaveDialog.tsx').then((file) => file.LeaveDialog),
  { student: null },
)

/** A student with their planned or current leave. */
type Row = { id: string; full_name: string; leave: Leave | null }

/** The school's actions on a student's leave, the same on every page. */
export function useLeaveActions(today: PlainDate | undefined): ActionsKit<Row> {
  const [editing, setEditing] = useState<Row | null>(null)
  const cancel = useCancelLeave()
  const giveBack = useReturn()
  const actions: Action<Row>[] = [
    {
      id: 'record leave',
      label: 'Record a leave…',
      icon: IconCalendarPause,
      isOffered: ({ leave }) => leave === null,
      open: ([row]) => setEditing(row!),
    },
    {
      id: 'return',
      label: 'Return from leave…',
      icon: IconCalendarCheck,
      isOffered: ({ leave }) => leave?.status === 'on_leave',
      ask: ([row]) => ({
        title: `Is ${row!.full_name} back?`,
        body: `They can take seats from their first day back on. Freed seats stay with the students who have them now. Choose a day up to ${lastChoice(row!.leave!)}.`,
        confirmLabel: 'Return from leave',
        fields: [
          {
            name: 'day',
            label: 'First day back',
            kind: 'date',
            isRequired: true,
            initial: earliestBack(row!.leave!, today),
          },
        ],
      }),
      run: ({ leave }, { values }) =>
        giveBack.mutateAsync({ id: leave!.id, version: leave!.version, first_day: values['day']! }),
      done: ([row]) => `${row!.full_name} is back from leave`,
    },
    {
      id: 'change leave',
      label: 'Change leave…',
      icon: IconPencil,
      isOffered: ({ leave }) => leave !== null,
      open: ([row]) => setEditing(row!),
    },
    {
      id: 'cancel leave',
      label: 'Cancel leave…',
      icon: IconCalendarOff,
      danger: true,
      isRare: true,
      isOffered: ({ leave }) => leave !== null,
      ask: ([row]) => ({
        title: `Cancel ${row!.full_name}’s leave?`,
        body: `${leaveDaysWords(row!.leave!)}. It stays on record as canceled. Seats it freed are given back unless someone else has taken them.`,
        confirmLabel: 'Cancel leave',
      }),
      run: ({ leave }) => cancel.mutateAsync({ id: leave!.id, version: leave!.version }),
    },
  ]

  const kit = useActions(actions, { nameOf: ({ full_name: name }) => name })
  const dialog: ReactNode = (
    <>
      {kit.dialog}
      <LeaveDialog student={editing} today={today ?? ''} onClose={() => setEditing(null)} />
    </>
  )
  return { ...kit, dialog }
}

const lastChoice = (leave: Leave): string => {
  const back = firstDayBack(leave)
  return back ? formatDate(back) : 'any day'
}

/** The earliest day back: today, or the second day of a leave that began today. */
const earliestBack = ({ starts_on: start }: Leave, today: PlainDate | undefined): PlainDate =>
  today && today > start ? today : addDays(start, 1)
