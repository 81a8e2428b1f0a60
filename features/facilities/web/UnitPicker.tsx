import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PlainButton } from '#ui/PlainButton.tsx'
import { SearchField } from '#ui/SearchField.tsx'

export type UnitChoice = {
  id: string
  name: string
  site_id: string
  site_name: string
  /** Why this unit cannot be chosen. */
  blocker: string | null
  /** Shown next to a unit that can be chosen. */
  note?: string | undefined
}

/** Above this many units the sites start collapsed, so the user searches rather than scrolls. */
const MAX_OPEN = 40

type UnitPickerProps = {
  units: readonly UnitChoice[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Units by site, searchable by unit or site name; a site's checkbox chooses all of its possible units. */
export function UnitPicker({ units, chosen, onChoose }: UnitPickerProps): ReactNode {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const choose = (some: readonly UnitChoice[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const { id } of some) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChoose(next)
  }
  const words = text.trim().toLowerCase()
  const found = units.filter(({ name, site_name }) => `${site_name} ${name}`.toLowerCase().includes(words))
  const sites = [...Map.groupBy(found, ({ site_id }) => site_id).values()]
  const areOpen = found.length <= MAX_OPEN
  return (
    <Stack gap="xs">
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
      <Stack gap="xs" mah="45vh" style={{ overflowY: 'auto' }}>
        {sites.map((ofSite) => {
          const { site_id: siteId, site_name: siteName } = ofSite[0]!
          const free = ofSite.filter(({ blocker }) => blocker === null)
          const count = free.filter(({ id }) => chosen.has(id)).length
          const isOpen = areOpen || opened.has(siteId)
          return (
            <Stack key={siteId} gap="xs">
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Checkbox
                  label={siteName}
                  description={`${count} of ${ofSite.length} chosen`}
                  checked={free.length > 0 && count === free.length}
                  indeterminate={count > 0 && count < free.length}
                  disabled={free.length === 0}
                  onChange={({ currentTarget }) => choose(free, currentTarget.checked)}
                />
                {!areOpen && (
                  <PlainButton
                    variant="subtle"
                    size="sm"
                    aria-expanded={isOpen}
                    aria-label={`Units of ${siteName}`}
                    style={{ flex: 'none' }}
                    onClick={() => {
                      const next = new Set(opened)
                      if (!next.delete(siteId)) next.add(siteId)
                      setOpened(next)
                    }}
                  >
                    {isOpen ? 'Hide' : 'Show'}
                  </PlainButton>
                )}
              </Group>
              {isOpen &&
                ofSite.map((unit) => (
                  <Checkbox
                    key={unit.id}
                    ml="lg"
                    label={unit.name}
                    description={unit.blocker ?? unit.note}
                    checked={unit.blocker === null && chosen.has(unit.id)}
                    disabled={unit.blocker !== null}
                    onChange={({ currentTarget }) => choose([unit], currentTarget.checked)}
                  />
                ))}
            </Stack>
          )
        })}
      </Stack>
    </Stack>
  )
}
