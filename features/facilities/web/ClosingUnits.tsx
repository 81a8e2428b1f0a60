import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { ClosingUnit } from '../contract.ts'
import { notClosedText } from '../messages.ts'
import { UnitPicker } from './UnitPicker.tsx'

type ClosingUnitsProps = {
  units: readonly ClosingUnit[]
  leftOut: ReadonlySet<string>
  onLeaveOut: (leftOut: ReadonlySet<string>) => void
}

/** Chooses the units to close, by site: all possible ones unless the user leaves some out. */
export function ClosingUnits({ units, leftOut, onLeaveOut }: ClosingUnitsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const possible = units.filter(({ outcome }) => outcome === 'close')
  const chosen = possible.filter(({ id }) => !leftOut.has(id))
  const refused = units.length - possible.length
  return (
    <Stack gap="xs">
      <output>
        <Text size="sm">
          {chosen.length} of {units.length} {units.length === 1 ? 'unit' : 'units'} will be closed.
          {refused === 1 && ' 1 stays unchanged: see why under Choose units.'}
          {refused > 1 && ` ${refused} stay unchanged: see why under Choose units.`}
        </Text>
      </output>
      <div>
        <PlainButton variant="default" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide units' : 'Choose units'}
        </PlainButton>
      </div>
      {isOpen && (
        <UnitPicker
          units={units.map((unit) => ({ ...unit, blocker: notClosedText(unit.outcome) }))}
          chosen={new Set(chosen.map(({ id }) => id))}
          onChoose={(next) =>
            onLeaveOut(new Set(possible.filter(({ id }) => !next.has(id)).map(({ id }) => id)))
          }
        />
      )}
    </Stack>
  )
}
