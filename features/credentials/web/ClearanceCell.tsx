import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClearanceBrief } from '../contract.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'

/** The clearance in a list, with what is missing, by when, whose rule it is and the next step. */
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
