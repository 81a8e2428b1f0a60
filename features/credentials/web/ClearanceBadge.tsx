import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ClearanceStatus } from '../contract.ts'
import { clearanceLooks } from './clearance-words.ts'

/** Cleared or not, in icon, word and color. */
export function ClearanceBadge({ status }: { status: ClearanceStatus }): ReactNode {
  return <StateBadge {...clearanceLooks[status]} />
}
