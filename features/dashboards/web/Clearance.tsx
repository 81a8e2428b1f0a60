import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MyCohorts } from '#features/cohorts/web/public.ts'
import { briefOf, dueLater, hasToSend, missingInWords } from '#features/credentials/rules.ts'
import { ClearanceBadge, credentials } from '#features/credentials/web/public.ts'
import type { privacyContract } from '#features/privacy/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'

const privacy = featureApi<typeof privacyContract>('privacy')

/** "Am I cleared?": for the next shift and until the last day of its rotation, with what is missing and where to add it (domain §3.1). */
export function Clearance({ isProfileComplete }: { isProfileComplete: boolean }): ReactNode {
  const { data, isError } = useQuery(privacy.mine.queryOptions())
  const own = useQuery(credentials.mine.queryOptions({ input: {} }))
  const gaps = own.data?.clearance.items.filter((item) => item.is_mandatory && item.gap_on !== null) ?? []
  const missing = own.data
    ? briefOf({ ...own.data.clearance, items: gaps }, own.data.today, own.data.next_shift !== null).missing
    : []
  const later = own.data && dueLater(own.data.clearance.items)
  const released = data?.releases.filter(({ state }) => state === 'in_force')
  return (
    <PageSection title="Am I cleared?">
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
              'We couldn’t load it. Your profile shows it.'
            ) : released === undefined ? (
              'Looking it up…'
            ) : released.length > 0 ? (
              <StateBadge state="confirmed" label="On file" />
            ) : (
              <Answer state="missing" label="None on file" action="Give one" />
            ),
          },
          {
            label: 'Credentials',
            value: own.isError ? (
              'We couldn’t load them. Your credentials page shows them.'
            ) : own.data === undefined ? (
              'Looking them up…'
            ) : (
              <>
                <ClearanceBadge status={own.data.clearance.status} />{' '}
                {missing.length > 0 && `${missingInWords(missing)}. `}
                {later && `${later} `}
                <Link href="/student/credentials">{hasToSend({ items: gaps }) ? 'Fix this' : 'See all'}</Link>
              </>
            ),
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

/** The student's cohort, below it. */
export const OwnCohort = (): ReactNode => <MyCohorts isStudent />
