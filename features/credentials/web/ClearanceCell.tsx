import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClearanceBrief } from '../contract.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'

/** Cleared or not in a list, with what is missing. */
export function ClearanceCell({ clearance }: { clearance: ClearanceBrief | null }): ReactNode {
  if (!clearance) return '—'
  return (
    <>
      <ClearanceBadge status={clearance.status} />
      {clearance.missing.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {clearance.missing.join('; ')}
        </Text>
      )}
    </>
  )
}
