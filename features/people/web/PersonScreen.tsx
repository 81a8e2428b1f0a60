import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { AuditTrail } from '#features/audit/web/public.ts'
import { PersonCredentials } from '#features/credentials/web/public.ts'
import { DepartureButton, DepartureNotice } from '#features/departures/web/public.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { PersonDetail } from '../contract.ts'
import { people } from './queries.ts'

/** One person of the school: a proctor or an administrator; a student's own page shows more (Spec §2). */
export function PersonScreen(): ReactNode {
  const { userId = '' } = useParams({ from: '/_app/school/user/$userId' })
  const me = useMe()
  const query = useQuery(people.get.queryOptions({ input: { id: userId } }))
  const person = query.data
  const view = person?.role === 'proctor' ? 'proctors' : 'administrators'
  return (
    <Page
      title={person?.full_name ?? 'Person'}
      breadcrumbs={[{ label: 'People', href: `/school/students?view=${view}` }]}
      description={person && roleLabels[person.role]}
      badge={person && <StateBadge state={person.status} />}
      actions={
        person && (
          <>
            {person.role === 'student' && (
              <LinkButton href={`/school/students/${person.id}`}>Open the student’s page</LinkButton>
            )}
            <DepartureButton person={person} me={me} />
          </>
        )
      }
      query={query}
      failedTitle="This person couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={2} />}
    >
      {(found) => <Details person={found} />}
    </Page>
  )
}

function Details({ person }: { person: PersonDetail }): ReactNode {
  const invitation = person.invitations[0]
  return (
    <>
      <DepartureNotice person={person} />
      <PageSection title="Who they are">
        <KeyValue
          items={[
            { label: 'Email', value: <a href={`mailto:${person.email}`}>{person.email}</a> },
            { label: 'Phone', value: person.phone },
            { label: 'Role', value: roleLabels[person.role] },
            {
              label: 'Last sign-in',
              value: person.last_sign_in ? <RelativeTime value={person.last_sign_in} /> : 'Never',
            },
            { label: 'Member since', value: formatDate(dayHere(person.created_at)) },
            {
              label: 'Invitation',
              value: invitation && (
                <>
                  {invitation.state}, sent <RelativeTime value={invitation.sent_at} />
                </>
              ),
            },
          ]}
        />
      </PageSection>
      <PageSection title="Responsibilities">
        <KeyValue
          items={[
            {
              label: 'Cohorts advised',
              value: person.cohorts.length > 0 && (
                <Group gap={8}>
                  {person.cohorts.map(({ id, name }) => (
                    <Link key={id} href={`/school/cohorts/${id}`}>
                      {name}
                    </Link>
                  ))}
                </Group>
              ),
            },
            {
              label: 'Upcoming shifts',
              value:
                person.coming_shifts === 0
                  ? 'None'
                  : `${person.coming_shifts}, the next on ${formatDate(person.next_shift ?? '')}`,
            },
          ].map((fact) => ({ ...fact, value: fact.value || null }))}
        />
      </PageSection>
      {person.role === 'proctor' && (
        <Suspense fallback={<Skeletons shape="text" count={4} />}>
          <PersonCredentials personId={person.id} name={person.full_name} />
        </Suspense>
      )}
      <PageSection title="Trail">
        <AuditTrail
          label={`History of ${person.full_name}`}
          aboutUserId={person.id}
          empty={{ title: 'Nothing recorded yet' }}
        />
      </PageSection>
    </>
  )
}
