import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { howMany } from '#core/number-text.ts'
import { DataTable } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { credentials } from './queries.ts'

const sharedDocumentParts = lazyParts(() => import('./SharedDocuments.tsx'))
const SharedDocuments = sharedDocumentParts.part((file) => file.SharedDocuments)

/** A school's compliance: what is waiting for review, who is not cleared, what expires, and which credential is missing most (Spec §2). */
export function ComplianceScreen(): ReactNode {
  const query = useQuery(credentials.overview.queryOptions({ input: {} }))
  return (
    <Page
      title="Compliance"
      query={query}
      failedTitle="Compliance couldn’t be loaded"
      actions={
        <>
          <LinkButton variant="default" href="/school/compliance/credentials">
            Required credentials
          </LinkButton>
          <LinkButton href="/school/compliance/students/verification-queue">
            {query.data?.waiting ? `Review ${query.data.waiting}` : 'Review queue'}
          </LinkButton>
        </>
      }
    >
      {(data) => (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            <Figure
              label="Waiting for review"
              value={data.waiting}
              href="/school/compliance/students/verification-queue"
            >
              {data.oldest_waiting ? (
                <>
                  Oldest sent <RelativeTime value={data.oldest_waiting} />
                </>
              ) : (
                'Nothing to review'
              )}
              {data.with_facilities > 0 && `, ${data.with_facilities} more with facilities`}
            </Figure>
            <Figure
              label="Students not cleared"
              value={data.not_cleared}
              href="/school/compliance/students?status=not_cleared"
            >
              of {howMany(data.students, 'student')}
            </Figure>
            <Figure
              label="Expiring in 30 days"
              value={data.expiring}
              href="/school/compliance/students/expirations?within=30"
            >
              The next 180 days
            </Figure>
            <Figure label="Required credentials" value={data.required} href="/school/compliance/credentials">
              {data.required === 0 ? 'Choose what students need' : 'Facilities add their own'}
            </Figure>
          </SimpleGrid>
          <PageSection look="flush" title="By credential">
            <DataTable
              label="Missing by credential"
              rows={data.by_type}
              rowKey={(row) => row.type_id}
              rowLabel={(row) => row.type_name}
              rowHref={(row) => `/school/compliance/students?type=${row.type_id}`}
              columns={[
                { key: 'type', title: 'Credential', render: (row) => row.type_name },
                {
                  key: 'missing',
                  title: 'Students without it',
                  align: 'right',
                  render: (row) => row.missing,
                },
                { key: 'waiting', title: 'In review', align: 'right', render: (row) => row.waiting },
              ]}
              empty={nothingMissing(data)}
            />
          </PageSection>
          <Suspense fallback={<Skeletons shape="table" />}>
            <SharedDocuments />
          </Suspense>
        </Stack>
      )}
    </Page>
  )
}

/** Nothing is missing if nothing is required, or there are no students: what to do first. */
function nothingMissing({ required, students }: { required: number; students: number }): EmptyStateProps {
  if (required === 0)
    return {
      title: 'No credentials are required yet',
      description: 'Say what students need before their first shift. Facilities add their own.',
      action: <LinkButton href="/school/compliance/credentials">Choose what students need</LinkButton>,
    }
  if (students === 0)
    return {
      title: 'No students yet',
      description: 'What each of them is missing appears here.',
      action: <LinkButton href="/school/students">Add students</LinkButton>,
    }
  return { title: 'Nothing is missing', description: 'Every student has what is required.' }
}

type FigureProps = { label: string; value: number; href: string; children: ReactNode }

function Figure({ label, value, href, children }: FigureProps): ReactNode {
  return (
    <PageSection>
      <Text size="sm">
        <Link href={href}>{label}</Link>
      </Text>
      <Text fz={28} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </PageSection>
  )
}
