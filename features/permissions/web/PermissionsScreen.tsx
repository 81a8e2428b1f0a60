import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { roleLabels } from '#core/roles.ts'
import { AuditTrail } from '#features/audit/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { PermissionNode } from '../contract.ts'
import { asTree, findInTree } from '../rules.ts'
import { permissions, useSetPreceptor } from './queries.ts'
import classes from './PermissionsScreen.module.css'

type Person = {
  id: string
  full_name: string
  role: keyof typeof roleLabels
  status: string
  facility_name: string | null
}

/** One person's preceptor permissions, place by place, and how they came about (Spec §2, §6). */
export function PermissionsScreen(): ReactNode {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const query = useQuery(permissions.ofUser.queryOptions({ input: { user_id: userId } }))
  return (
    <Page
      title={query.data ? `Permissions of ${query.data.person.full_name}` : 'Permissions'}
      description={query.data && personLine(query.data.person)}
      breadcrumbs={[{ label: 'Users', href: '/admin/users' }]}
      badge={query.data && <StateBadge state={query.data.person.status} />}
      query={query}
      failedTitle="The permissions could not be loaded"
    >
      {({ person, nodes }) => (
        <>
          <PageSection
            title="Preceptor"
            description="Where enabled, the preceptor pages are open to this person: preceptor dashboard and students. A change acts on their next click."
            look="plain"
          >
            <Hindrance person={person} />
            {nodes.length > 0 && <Places person={person} nodes={nodes} />}
          </PageSection>
          <PageSection title="History">
            <AuditTrail
              label={`Permissions of ${person.full_name}`}
              entity="facility_admin_permissions"
              entityId={person.id}
              empty={{ title: 'No permission was ever given' }}
            />
          </PageSection>
        </>
      )}
    </Page>
  )
}

function personLine({ role, facility_name }: Person): string {
  return facility_name ? `${roleLabels[role]} of ${facility_name}` : roleLabels[role]
}

/** Why nothing can be enabled here, and what to do about it. */
function Hindrance({ person }: { person: Person }): ReactNode {
  if (person.role !== 'facility_admin')
    return (
      <Banner kind="info" title="Only facility admins can be preceptors.">
        {person.full_name} has the role {roleLabels[person.role]}. Change it on the Users page first.
      </Banner>
    )
  if (person.status !== 'active')
    return <Banner kind="info" title="Only an active person can be made a preceptor." />
  if (!person.facility_name)
    return (
      <Banner kind="info" title={`${person.full_name} belongs to no facility yet.`}>
        Link them to one on the Users page first.
      </Banner>
    )
  return null
}

function Places({ person, nodes }: { person: Person; nodes: readonly PermissionNode[] }): ReactNode {
  const [search, setSearch] = useState('')
  const rows = asTree(findInTree(nodes, search))
  return (
    <Stack gap="md">
      {nodes.length > 8 && (
        <FilterBar>
          <SearchField label="Find a place" value={search} onChange={setSearch} delay={0} />
        </FilterBar>
      )}
      <DataTable
        label="Places"
        rows={rows}
        columns={columnsFor(person)}
        rowKey={({ facility_id }) => facility_id}
        rowLabel={({ name }) => name}
        empty={{ title: 'No place of this name' }}
      />
    </Stack>
  )
}

type Row = PermissionNode & { depth: number }

function columnsFor(person: Person): Column<Row>[] {
  return [
    {
      key: 'name',
      title: 'Place',
      render: ({ name, kind, depth }) => (
        <div className={classes.place} style={{ '--depth': depth } as never}>
          <div>{name}</div>
          <Text size="xs" c="dimmed">
            {kinds[kind]}
          </Text>
        </div>
      ),
    },
    { key: 'enabled', title: 'Preceptor', render: (row) => <PreceptorSwitch person={person} row={row} /> },
    {
      key: 'granted',
      title: 'Last enabled',
      render: ({ granted_at, granted_by_name }) =>
        granted_at ? (
          <>
            <RelativeTime value={granted_at} />
            {granted_by_name && ` by ${granted_by_name}`}
          </>
        ) : (
          '—'
        ),
    },
  ]
}

const kinds = { organization: 'Organization', site: 'Site', unit: 'Unit' } as const

function PreceptorSwitch({ person, row }: { person: Person; row: Row }): ReactNode {
  const isOn = row.is_enabled === true
  const enable = useSetPreceptor(true)
  const disable = useSetPreceptor(false)
  const reason = isOn ? undefined : obstacleFor(person, row)
  const target = { user_id: person.id, facility_id: row.facility_id }

  async function turn(on: boolean): Promise<void> {
    if (on) return enable.mutate({ ...target, is_enabled: true })
    const answer = await confirm({
      title: `Disable the preceptor permission at ${row.name}?`,
      body: `If this is the last place, the preceptor pages close for ${person.full_name} at once.`,
      confirmLabel: 'Disable',
      danger: true,
      reason: { label: 'Reason' },
    })
    if (answer)
      disable.mutate({ ...target, is_enabled: false, ...(answer.reason && { reason: answer.reason }) })
  }

  return (
    <Switch
      checked={isOn}
      disabled={reason !== undefined || enable.isPending || disable.isPending}
      label={isOn ? 'Enabled' : 'Disabled'}
      description={reason}
      aria-label={`Preceptor at ${row.name}`}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
    />
  )
}

function obstacleFor(person: Person, { in_scope, status }: Row): string | undefined {
  if (person.role !== 'facility_admin' || person.status !== 'active') return 'Not possible for this person.'
  if (!in_scope) return 'Outside their part of the hierarchy.'
  return status === 'closed' || status === 'archived' ? 'This place is closed.' : undefined
}
