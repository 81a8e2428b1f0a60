import { Button, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { LinkButton } from '../LinkButton.tsx'
import { type CalendarEvent, dayOf, formatHours } from './event.ts'
import { MoveForm } from './MoveForm.tsx'

interface EventDialogProps {
  event: CalendarEvent | undefined
  onClose: () => void
  onMove: (day: string) => Promise<string | undefined>
  /** If set, a copy can be put on another day. */
  onCopy?: ((day: string) => Promise<string | undefined>) | undefined
}

/** A movable event's facts, a link to it, and a form to move it without a pointer. */
export function EventDialog({ event, onClose, onMove, onCopy }: EventDialogProps): ReactNode {
  return (
    <Modal
      opened={event !== undefined}
      onClose={onClose}
      title={event?.title ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {event && <Details key={event.id} event={event} onClose={onClose} onMove={onMove} onCopy={onCopy} />}
    </Modal>
  )
}

function Details({ event, onClose, onMove, onCopy }: EventDialogProps & { event: CalendarEvent }): ReactNode {
  const [isMoving, setMoving] = useState(false)
  const day = dayOf(event.start)
  return (
    <Stack gap="md">
      <div>
        <Text>{formatDate(day, 'full')}</Text>
        <Text>
          {formatHours(event)} {event.zone}
        </Text>
        {event.subtitle && <Text c="dimmed">{event.subtitle}</Text>}
        {event.status && <Text fw={600}>{event.status}</Text>}
      </div>
      {isMoving ? (
        <MoveForm
          day={day}
          onCancel={() => setMoving(false)}
          onMove={({ day: to }) => onMove(to)}
          {...(onCopy && { onCopy: ({ day: to }) => onCopy(to) })}
          onDone={onClose}
        />
      ) : (
        <Stack gap="xs" align="stretch">
          {event.href && <LinkButton href={event.href}>Open</LinkButton>}
          {event.isMovable && (
            <Button variant="default" onClick={() => setMoving(true)}>
              Move…
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}
