import type { ReactNode } from 'react'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { eventLabels, moverLabels, shiftMachine, type Transition } from '#features/shifts/rules.ts'
import { ShiftStatusBadge } from '#features/shifts/web/public.ts'

const columns: Column<Transition>[] = [
  { key: 'event', title: 'What happens', render: ({ event }) => eventLabels[event] },
  { key: 'from', title: 'From', render: ({ from }) => <ShiftStatusBadge status={from} /> },
  { key: 'to', title: 'To', render: ({ to }) => <ShiftStatusBadge status={to} /> },
  {
    key: 'who',
    title: 'Triggered by',
    render: ({ who }) => who.map((one) => moverLabels[one]).join(', '),
  },
]

/** Every transition as a row: what the diagram shows, in words. */
export function MachineTable(): ReactNode {
  return (
    <DataTable
      label="Transitions of a shift"
      rows={shiftMachine}
      columns={columns}
      rowKey={({ event, from }) => `${event} ${from}`}
    />
  )
}
