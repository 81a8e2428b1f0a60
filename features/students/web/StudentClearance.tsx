import type { ReactNode } from 'react'
import { ClearanceBadge } from '#features/credentials/web/public.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { StudentSummary } from '../contract.ts'
import { openCredentialsWords } from '../rules.ts'

type Clearance = NonNullable<StudentSummary['clearance']>

/** How many required credentials are missing or in review; if none, the clearance itself. */
export function StudentClearance({ clearance }: { clearance: Clearance }): ReactNode {
  const words = openCredentialsWords(clearance)
  if (!words) return <ClearanceBadge status={clearance.status} />
  return <StateBadge state={clearance.missing.length > 0 ? 'missing' : 'in_review'} label={words} />
}
