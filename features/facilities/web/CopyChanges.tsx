import { Stack, Text } from '@mantine/core'
import { formatNumber, howMany } from '#core/number-text.ts'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { CopiedSettings, CopyTarget } from '../contract.ts'
import { misfitText } from '../messages.ts'
import { changesOf } from './copy-changes.ts'

/** How many units are listed until the user shows all. */
const SHOWN = 10
const list = { listStyle: 'none', margin: 0, padding: 0 }

/** Shows what a copy changes in each chosen unit, before and after, and the upcoming shifts that would no longer fit. */
export function CopyChanges({
  units,
  settings,
}: {
  units: readonly CopyTarget[]
  settings: CopiedSettings
}): ReactNode {
  const [areAllShown, showAll] = useState(false)
  const misfits = units.reduce((sum, unit) => sum + unit.misfit_count, 0)
  // Units with misfits come first.
  const sorted = units.toSorted((a, b) => b.misfit_count - a.misfit_count)
  return (
    <Stack gap="sm">
      {misfits === 0 ? (
        <Banner kind="success">Every upcoming shift in these units still fits.</Banner>
      ) : (
        <Banner kind="warning">
          {misfits === 1
            ? '1 upcoming shift would no longer fit. It stays as it is until it is changed or canceled.'
            : `${formatNumber(misfits)} upcoming shifts would no longer fit. They stay as they are until they are changed or canceled.`}
        </Banner>
      )}
      <Stack component="ul" gap="sm" aria-label="What changes" style={list}>
        {(areAllShown ? sorted : sorted.slice(0, SHOWN)).map((unit) => (
          <li key={unit.id}>
            <Text size="sm" fw={500}>
              {unit.name}, {unit.site_name}
            </Text>
            {changesOf(unit.before, settings).map(({ label, before, after }) => (
              <Text key={label} size="sm" c="dimmed">
                {label}: {before} → {after}
              </Text>
            ))}
            {unit.misfits.map((misfit) => (
              <Text key={misfit.id} size="sm">
                {misfitText(misfit)}
              </Text>
            ))}
            {unit.misfit_count > unit.misfits.length && (
              <Text size="sm">and {howMany(unit.misfit_count - unit.misfits.length, 'more shift')}</Text>
            )}
          </li>
        ))}
      </Stack>
      {!areAllShown && sorted.length > SHOWN && (
        <div>
          <PlainButton variant="default" size="sm" onClick={() => showAll(true)}>
            {`Show all ${formatNumber(sorted.length)} units`}
          </PlainButton>
        </div>
      )}
    </Stack>
  )
}
