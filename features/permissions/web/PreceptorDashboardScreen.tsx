import { Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconKey, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { EffectivePermission } from '../contract.ts'
import { permissions } from './queries.ts'

/** A preceptor's first page: where they may precept, since when, and what to do now. */
export function PreceptorDashboardScreen(): ReactNode {
  const me = useMe()
  const query = useQuery(permissions.mine.queryOptions())
  return (
    <Page
      title="Preceptor Dashboard"
      description={me.facility_name ? `You work for ${me.facility_name}.` : undefined}
      actions={
        <LinkButton variant="default" href="/admin/permissions-help?q=preceptor">
          What a preceptor may do
        </LinkButton>
      }
    >
      {me.role === 'superadmin' && (
        <Banner kind="context" title="You look at this page as a superadmin.">
          Your own account is no preceptor. To see a preceptor's places, act as them from the Users page.
        </Banner>
      )}
      <PageSection title="Where you are a preceptor" look="plain">
        <Loaded query={query} failedTitle="Your permissions could not be loaded">
          {(grants) => (
            <DataTable
              label="Places"
              rows={grants}
              columns={columns}
              rowKey={({ facility_id }) => facility_id}
              rowLabel={({ facility_name }) => facility_name}
              empty={{
                title: 'No place yet',
                description: 'A superadmin enables the preceptor permission, facility by facility.',
                icon: IconKey,
              }}
            />
          )}
        </Loaded>
      </PageSection>
      <PageSection title="What now">
        <List spacing="xs">
          <List.Item>
            <Anchor component={Link} href="/facility/profile">
              Check your name and phone number
            </Anchor>
            : that is how schools reach you.
          </List.Item>
          <List.Item>
            <Anchor component={Link} href="/facility/dashboard">
              See your facility
            </Anchor>
            : its sites and units, and who else works with students there.
          </List.Item>
        </List>
      </PageSection>
      <PageSection title="Your students">
        <EmptyState
          compact
          titleOrder={3}
          icon={IconUsersGroup}
          title="No student is assigned to you"
          description="Schools assign capstone students to preceptors."
        />
      </PageSection>
    </Page>
  )
}

const kinds = { organization: 'Organization', site: 'Site', unit: 'Unit' } as const

const columns: Column<EffectivePermission>[] = [
  {
    key: 'place',
    title: 'Facility',
    render: ({ facility_name, facility_path }) => (
      <>
        <Text span fw={600}>
          {facility_name}
        </Text>
        {facility_path && (
          <Text size="sm" c="dimmed">
            {facility_path}
          </Text>
        )}
      </>
    ),
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => kinds[kind] },
  {
    key: 'city',
    title: 'City',
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'since',
    title: 'Since',
    render: ({ since }) => (
      <>
        {new Date(since).toLocaleDateString('en-US', { dateStyle: 'long' })} (
        <RelativeTime value={since} />)
      </>
    ),
  },
]
