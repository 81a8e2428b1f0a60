import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { type CalendarEvent, type CalendarView, dayOf, eventsOfDays, formatHours } from './event.ts'

interface CalendarPrintTableProps {
  label: string
  events: readonly CalendarEvent[]
  view: CalendarView
  date: PlainDate
}

/** A calendar for printing: every event of the shown days in a table, because a grid's cells would cut off text and events. */
export function CalendarPrintTable({ label, events, view, date }: CalendarPrintTableProps): ReactNode {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th>Time</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Where</Table.Th>
          <Table.Th>Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {eventsOfDays(events, view, date).map((event) => (
          <Table.Tr key={event.id}>
            <Table.Th scope="row">{formatDate(dayOf(event.start), 'full')}</Table.Th>
            <Table.Td>{[formatHours(event), event.zone].filter(Boolean).join(' ')}</Table.Td>
            <Table.Td>{event.isOff ? <s>{event.title}</s> : event.title}</Table.Td>
            <Table.Td>{event.subtitle}</Table.Td>
            <Table.Td>{event.status}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
