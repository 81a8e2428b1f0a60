import { Code, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Viewer } from '#core/access.ts'
import { formatDate } from '#core/plain-date.ts'
import { type Role, roleLabels, roles } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { EffectivePermission } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { explainAccess, grantsOf, permissionFacts, scopes, whoMayOpen } from '../rules.ts'
import { type PageRow, usePageRows } from './page-rows.ts'
import { permissions } from './queries.ts'

const filters: Filters<{ q: string; as: Role | 'preceptor' }> = {
  q: searchText('Search pages and roles', { any: 'Pages and roles' }),
  as: choice<Role | 'preceptor'>('Explain for', 'Explain for me', {
    ...(Object.fromEntries(roles.map((role) => [role, `Explain for: ${roleLabels[role]}`])) as Record<
      Role,
      string
    >),
    preceptor: 'Explain for: Preceptor',
  }),
}

/** Who may do what, and why: rendered from the table that the guard uses, so that it is always up to date. */
export function PermissionsHelpScreen(): ReactNode {
  const me = useMe()
  const own: Viewer = { role: me.role, isPreceptor: me.is_preceptor }
  const facility =
    me.role === 'superadmin'
      ? 'The whole platform'
      : (me.school_name ?? me.facility_name ?? 'No school or facility yet')
  return (
    <Page
      title="Permissions guide"
      description="What you can see and do depends on your role, your school or facility, and your permissions."
    >
      <PageSection title="You">
        <KeyValue
          items={[
            { label: 'Role: which pages', value: roleLabels[me.role] },
            { label: 'Facility: whose records', value: facility },
            { label: 'Reaches', value: scopes[me.role] },
            { label: 'Permissions: what else', value: grantsOf(own).join(', ') || 'None beyond the role' },
          ]}
        />
      </PageSection>
      {me.role === 'facility_admin' && <Held />}
      <Pages own={own} />
      <PageSection
        title="Whose records each role reaches"
        description="The database itself checks this for every single row on every page."
      >
        <KeyValue items={roles.map((role) => ({ label: roleLabels[role], value: scopes[role] }))} />
      </PageSection>
      <PageSection title="How it is decided">
        <List spacing="xs">
          <List.Item>
            A page opens if your role, or a permission you hold, is among those it is for. A superadmin passes
            every check.
          </List.Item>
          <List.Item>Pages only show your school, or your facility and everything below it.</List.Item>
          <List.Item>
            Facility admins can request a permission for themselves or a colleague; someone else in their
            facilities decides. Only a superadmin decides on preceptors. No one decides on their own request.
          </List.Item>
          <List.Item>
            A permission may have a last day. The day after, it stops working, on every page and in the
            database.
          </List.Item>
          <List.Item>
            The preceptor permission is given by a superadmin to a facility admin, facility by facility. It
            ends when the person leaves the role or that part of the hierarchy.
          </List.Item>
          <List.Item>
            A superadmin who acts as another person sees what that person sees, for 30 minutes at most,
            read-only unless chosen otherwise. The trail names both.
          </List.Item>
          <List.Item>
            Changes of role, facility and permissions take effect on the next click, without signing in again.
          </List.Item>
        </List>
      </PageSection>
    </Page>
  )
}

/** What a facility admin effectively holds, each with the role, scope and grant that it results from. */
function Held(): ReactNode {
  const query = useQuery(permissions.effective.queryOptions())
  return (
    <PageSection
      title="Your permissions"
      description="What you can do now, and the role, facility or grant that allows it."
      actions={
        <LinkButton variant="default" href="/admin/permission-requests?ask=me">
          Request a permission
        </LinkButton>
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons count={2} />}
        failedTitle="Your permissions couldn’t be loaded"
        empty={{
          title: 'You have no responsibilities yet',
          description: 'Your account isn’t linked to a facility. A superadmin can link you to one.',
          compact: true,
          titleOrder: 3,
        }}
      >
        {(held) => (
          <DataTable
            label="Your responsibilities"
            rows={held}
            columns={heldColumns}
            rowKey={({ permission_type: type, facility_id: id }) => `${type} ${id}`}
            rowLabel={({ permission_type: type }) => permissionLabels[type]}
          />
        )}
      </Loaded>
    </PageSection>
  )
}

const heldColumns: Column<EffectivePermission>[] = [
  {
    key: 'permission',
    title: 'Permission',
    render: ({ permission_type: type, facility_name: facility }) => (
      <Text fw={600} size="sm">
        {permissionLabels[type]} at {facility}
      </Text>
    ),
  },
  {
    key: 'why',
    title: 'Because',
    render: ({ source, facility_name: facility, expires_on: until }) => (
      <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>
        {source === 'role'
          ? `Your role is facility admin, and ${facility} is the facility you belong to.`
          : `Your role is facility admin, ${facility} is within your reach, and the permission was given to you${
              until ? `, until ${formatDate(until)}` : ''
            }.`}
      </div>
    ),
  },
  {
    key: 'allows',
    title: 'Allows',
    render: ({ permission_type: type }) => (
      <div style={{ whiteSpace: 'normal', maxWidth: 420 }}>{permissionFacts[type].allows}</div>
    ),
  },
]

function Pages({ own }: { own: Viewer }): ReactNode {
  const list = useList(filters, { sorts: ['title'], hasOwnOrder: true })
  const { q = '', as } = list.filter
  const viewer: Viewer = !as
    ? own
    : as === 'preceptor'
      ? { role: 'facility_admin', isPreceptor: true }
      : { role: as, isPreceptor: false }
  const wanted = q.toLowerCase()
  const rows = usePageRows().filter(
    ({ path, title, access }) =>
      !wanted || [path, title, ...whoMayOpen(access)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <PageSection title="Pages" description="Why can I see this, and why not that?" look="plain">
      <Stack gap="md">
        <ListFilters list={list} hasViews={false} />
        <DataTable
          label="All pages"
          rows={rows}
          columns={columnsFor(viewer)}
          rowKey={({ path }) => path}
          rowLabel={({ title }) => title}
          empty={{ title: 'No page with this name', description: 'Try a part of its address or a role.' }}
        />
      </Stack>
    </PageSection>
  )
}

function columnsFor(viewer: Viewer): Column<PageRow>[] {
  return [
    {
      key: 'title',
      title: 'Page',
      render: ({ title, path }) => (
        <>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Code>{path.replaceAll(/\$(\w+)/g, '{$1}')}</Code>
        </>
      ),
    },
    { key: 'who', title: 'Open to', render: ({ access }) => whoMayOpen(access).join(', ') },
    {
      key: 'why',
      title: viewerLabel(viewer),
      render: ({ access }) => {
        const { isAllowed, why } = explainAccess(access, viewer)
        return (
          <>
            <StateBadge state={isAllowed ? 'approved' : 'inactive'} label={isAllowed ? 'Yes' : 'No'} />
            <Text size="sm" mt={2}>
              {why}
            </Text>
          </>
        )
      },
    },
  ]
}

function viewerLabel({ role, isPreceptor }: Viewer): string {
  return isPreceptor && role === 'facility_admin' ? 'Preceptor' : roleLabels[role]
}
