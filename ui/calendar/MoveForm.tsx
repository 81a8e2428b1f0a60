import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Banner } from '../Banner.tsx'
import { DateField } from '../DateField.tsx'
import { PickOne } from '../Pick.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'

interface MoveFormProps {
  day: string
  /** The rows it may go to, and its current one: units of a board. */
  rows?: { value: string; label: string }[]
  row?: string
  onMove: (to: { day: string; row: string }) => Promise<string | undefined>
  /** Makes a copy there instead. */
  onCopy?: (to: { day: string; row: string }) => Promise<string | undefined>
  /** A warning about a day or row before it is chosen, such as that it is full. */
  warningOf?: (to: { day: string; row: string }) => string | undefined
  onDone: () => void
  onCancel: () => void
}

/** Moves an event to another day or row by keyboard; if that is refused, it says why and stays open. */
export function MoveForm({
  day,
  rows,
  row = '',
  onMove,
  onCopy,
  warningOf,
  onDone,
  onCancel,
}: MoveFormProps): ReactNode {
  const [to, setTo] = useState({ day, row })
  const [refusal, setRefusal] = useState<string>()
  const [isPending, setPending] = useState(false)
  const isSame = to.day === day && to.row === row
  const act = async (how: MoveFormProps['onMove']) => {
    setPending(true)
    const reason = await how(to)
    setPending(false)
    if (reason) setRefusal(reason)
    else onDone()
  }
  return (
    <form
      aria-label="Move"
      onSubmit={(event) => {
        event.preventDefault()
        void act(onMove)
      }}
    >
      <Stack gap="md">
        {refusal && (
          <Banner kind="warning" live>
            {refusal}
          </Banner>
        )}
        <DateField
          label="New day"
          data-autofocus
          value={to.day}
          onChange={(value) => value && setTo({ ...to, day: value })}
        />
        {rows && (
          <PickOne
            label="New unit"
            among={rows.map(({ value: id, label: name }) => ({ id, name }))}
            value={to.row}
            onChange={(id) => id && setTo({ ...to, row: id })}
          />
        )}
        {warningOf && (
          <Text component="output" size="sm" c="var(--pw-orange-ink)">
            {warningOf(to)}
          </Text>
        )}
        <FormFooter>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {onCopy && (
            <Button variant="default" loading={isPending} onClick={() => void act(onCopy)}>
              Copy here
            </Button>
          )}
          <Button type="submit" loading={isPending} disabled={isSame}>
            Move
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
