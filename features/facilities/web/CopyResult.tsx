import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { CopiedUnit } from '../contract.ts'
import { copiedCountText, copiedTexts } from '../messages.ts'
import { useUndoCopy } from './queries.ts'

/** Shows the result for each unit, those that did not get the settings first, with an undo. */
export function CopyResult({
  copy_id: copyId,
  units,
  onClose,
}: {
  copy_id: string
  units: readonly CopiedUnit[]
  onClose: () => void
}): ReactNode {
  const undo = useUndoCopy()
  const copied = units.filter(({ outcome }) => outcome === 'copied')
  const left = units.filter(({ outcome }) => outcome !== 'copied')
  return (
    <Stack gap="md">
      <Banner kind={copied.length > 0 ? 'success' : 'warning'}>{copiedCountText(units)}</Banner>
      <Stack
        component="ul"
        gap="xs"
        mah="45vh"
        aria-label="Result for each unit"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keys have to reach it
        tabIndex={0}
        style={{ listStyle: 'none', margin: 0, padding: 0, overflowY: 'auto' }}
      >
        {[...left, ...copied].map(({ unit_id: id, name, outcome }) => (
          <li key={id}>
            <Text size="sm">
              {name}: {copiedTexts[outcome]}
            </Text>
          </li>
        ))}
      </Stack>
      <Group justify="flex-end">
        {copied.length > 0 && (
          <PlainButton
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ copy_id: copyId }, { onSuccess: onClose })}
          >
            Undo
          </PlainButton>
        )}
        <PlainButton onClick={onClose}>Done</PlainButton>
      </Group>
    </Stack>
  )
}
