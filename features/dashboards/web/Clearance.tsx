import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { privacyContract } from '#features/privacy/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'

const privacy = featureApi<typeof privacyContract>('privacy')

/** "Am I cleared?": what Placewell knows, what is missing and where it is mended, and what it does not know; never a yes that nobody gave. */
export function Clearance({ isProfileComplete }: { isProfileComplete: boolean }): ReactNode {
  const { data, isError } = useQuery(privacy.mine.queryOptions())
  const released = data?.releases.filter(({ state }) => state === 'in_force')
  return (
    <PageSection
      title="Am I cleared?"
      description="Credentials are not kept in Placewell yet, so it cannot say yes. Your coordinator can. This is what is known."
    >
      <KeyValue
        items={[
          {
            label: 'Profile',
            value: isProfileComplete ? (
              <StateBadge state="confirmed" label="Complete" />
            ) : (
              <Answer state="missing" label="Not complete" action="Complete it" />
            ),
          },
          {
            label: 'Release of information',
            value: isError ? (
              'It could not be looked up. Your profile shows it.'
            ) : released === undefined ? (
              'Looking it up…'
            ) : released.length > 0 ? (
              <StateBadge state="confirmed" label="On file" />
            ) : (
              <Answer state="missing" label="None on file" action="Give one" />
            ),
          },
          {
            label: 'Immunizations, certificates, background check',
            value: <StateBadge state="not_known" label="Not known to Placewell" />,
          },
        ]}
      />
    </PageSection>
  )
}

function Answer({ state, label, action }: { state: string; label: string; action: string }): ReactNode {
  return (
    <>
      <StateBadge state={state} label={label} /> <Link href="/student/profile">{action}</Link>
    </>
  )
}
