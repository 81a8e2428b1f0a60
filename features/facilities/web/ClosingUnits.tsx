import { Checkbox, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PlainButton } from '#ui/PlainButton.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { ClosingUnit } from '../contract.ts'
import { closingBlocker } from './closing-words.ts'

type ClosingUnitsProps = {
  units: readonly ClosingUnit[]
  leftOut: ReadonlySet<string>
  onLeaveOut: (leftOut: ReadonlySet<string>) => void
}

/** Which units are closed, by site: all that can be, unless some are left out. */
export function ClosingUnits({ units, leftOut, onLeaveOut }: ClosingUnitsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const possible = units.filter(({ outcome }) => outcome === 'close')
  const chosen = possible.filter(({ id }) => !leftOut.has(id))
  const refused = units.length - possible.length
  const choose = (some: readonly ClosingUnit[], isChosen: boolean) => {
    const next = new Set(leftOut)
    for (const { id } of some) {
      if (isChosen) next.delete(id)
      else next.add(id)
    }
    onLeaveOut(next)
  }
  const words = text.trim().toLowerCase()
  const found = units.filter(({ name, site_name }) => `${site_name} ${name}`.toLowerCase().includes(words))
  const sites = [...Map.groupBy(found, ({ site_id }) => site_id).values()]
  return (
    <Stack gap="xs">
      <output>
        <Text size="sm">
          {chosen.length} of {units.length} {units.length === 1 ? 'unit' : 'units'} will be closed.
          {refused === 1 && ' 1 stays as it is: Choose units shows why.'}
          {refused > 1 && ` ${refused} stay as they are: Choose units shows why.`}
        </Text>
      </output>
      <div>
        <PlainButton variant="default" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide units' : 'Choose units'}
        </PlainButton>
      </div>
      {isOpen && (
        <>
          <div>
            <SearchField
              label="Search units"
              placeholder="Search by unit or site"
              value={text}
              onChange={setText}
            />
          </div>
          {found.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing found. Try another part of the name.
            </Text>
          )}
          {sites.map((ofSite) => {
            const open = ofSite.filter(({ outcome }) => outcome === 'close')
            const count = open.filter(({ id }) => !leftOut.has(id)).length
            return (
              <Stack key={ofSite[0]!.site_id} gap="xs">
                <Checkbox
                  label={ofSite[0]!.site_name}
                  checked={open.length > 0 && count === open.length}
                  indeterminate={count > 0 && count < open.length}
                  disabled={open.length === 0}
                  onChange={({ currentTarget }) => choose(open, currentTarget.checked)}
                />
                {ofSite.map((unit) => (
                  <Checkbox
                    key={unit.id}
                    ml="lg"
                    label={unit.name}
                    description={closingBlocker(unit.outcome)}
                    checked={unit.outcome === 'close' && !leftOut.has(unit.id)}
                    disabled={unit.outcome !== 'close'}
                    onChange={({ currentTarget }) => choose([unit], currentTarget.checked)}
                  />
                ))}
              </Stack>
            )
          })}
        </>
      )}
    </Stack>
  )
}
