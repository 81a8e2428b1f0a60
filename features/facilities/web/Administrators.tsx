import type { ReactNode } from 'react'
import { InviteButton } from '#features/invitations/web/public.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { FacilityDetail } from '../contract.ts'

/**
 * Lists the administrators of a facility and everything below it, with a link to invite the first; renders nothing if the caller may not
 * manage it.
 */
export function Administrators({
  detail: { facility, administrators, may_manage },
}: {
  detail: FacilityDetail
}): ReactNode {
  if (!may_manage) return null
  const isOpen = facility.status === 'active' || facility.status === 'paused'
  return (
    <PageSection
      title="Administrators"
      description="Who manages it, or something below it."
      actions={
        isOpen && (
          <InviteButton
            to={{ kind: 'facility', id: facility.id, name: facility.name }}
            roles={['facility_admin']}
            label="Invite an administrator"
          />
        )
      }
    >
      {administrators.length === 0 ? (
        <p style={{ margin: 0, color: 'var(--pw-muted)' }}>
          {facility.kind === 'organization'
            ? 'This organization has no admin yet.'
            : 'No administrator of its own: administrators of the organization above manage it.'}
        </p>
      ) : (
        <KeyValue
          items={administrators.map(({ full_name, email, facility_name }) => ({
            label: full_name,
            value: `${email} · ${facility_name}`,
          }))}
        />
      )}
    </PageSection>
  )
}
