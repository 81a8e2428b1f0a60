import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClearanceBrief } from '../contract.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'

/** Cleared or not in a list, with what is missing, by when, whose rule it is and what to do next. */
export function ClearanceCell({ clearance }: { clearance: ClearanceBrief | null }): ReactNode {
  if (!clearance) return '—'
  return (
    <>
      <ClearanceBadge status={clearance.status} />
      {clearance.missing.map((one) => (
        <Text key={one} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {one}
        </Text>
      ))}
    </>
  )
}
