import type { ReactNode } from 'react'
import { AuditTrail } from '#features/audit/web/public.ts'
import { PageSection } from '#ui/PageSection.tsx'

/** The newest lines of the audit trail. */
export function LastChanges(): ReactNode {
  return (
    <PageSection title="Last changes" description="From the audit trail, newest first.">
      <AuditTrail label="Last changes" empty={{ title: 'Nothing has changed yet' }} />
    </PageSection>
  )
}
