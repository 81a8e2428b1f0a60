import { Badge, Button, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { facilityKindLabels } from '#core/facility-kinds.ts'
import { formatDate } from '#core/plain-date.ts'
import { roleLabels } from '#core/roles.ts'
import { type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useOwnList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { PermissionEvent, PermissionNode, FacilityKind, ReportRow } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import {
  asTree,
  changeLabels,
  findInTree,
  reportStateLabels,
  reportStateLooks,
  sourceLabels,
} from '../rules.ts'
import { permissions, useSetPermission, useSetPreceptor } from './queries.ts'
import classes from './PermissionsScreen.module.css'

const GiveDialog = lazyDialog(() => import('./GiveDialog.tsx').then((file) => file.GiveDialog), {
  giving: null,
})
const SuccessorDialog = lazyDialog(
  () => import('./SuccessorDialog.tsx').then((file) => file.SuccessorDialog),
  { leaving: null },
)

type Person = {
  id: string
  full_name: string
  role: keyof typeof roleLabels
  status: string
  facility_name: string | null
}

/** One person's permissions, facility by facility, and their history (Spec §2, §6). */
export function PermissionsScreen(): ReactNode {
  const { userId = '' } = useParams({ from: '/_app/admin/users/$userId/permissions' })
  const query = useQuery(permissions.ofUser.queryOptions({ input: { user_id: userId } }))
  return (
    <Page
      title={query.data ? `Permissions of ${query.data.person.full_name}` : 'Permissions'}
      description={query.data && personLine(query.data.person)}
      breadcrumbs={[{ label: 'Users', href: '/admin/users' }]}
      badge={query.data && <StateBadge state={query.data.person.status} />}
      query={query}
      failedTitle="The permissions couldn’t be loaded"
    >
      {({ person, nodes, line, others, history }) => (
        <>
          <PageSection
            title="Preceptor"
            description="Where enabled, the preceptor pages are open to this person: preceptor dashboard and students. Changes take effect on their next click."
            look="plain"
          >
            <Hindrance person={person} />
            {nodes.length > 0 && <Facilities person={person} nodes={nodes} />}
          </PageSection>
          <Others person={person} nodes={nodes} line={line} others={others} />
          <PageSection title="History">
            {history.length === 0 ? (
              <EmptyState compact titleOrder={3} title="No permission was ever given" />
            ) : (
              <Timeline
                label={`Permissions of ${person.full_name}`}
                most={100}
                events={history.map(eventOf)}
              />
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}

function personLine({ role, facility_name }: Person): string {
  return facility_name ? `${roleLabels[role]} of ${facility_name}` : roleLabels[role]
}

function eventOf(event: PermissionEvent) {
  const {
    id,
    permission_type: type,
    facility_name: facility,
    subject,
    to_status: to,
    actor_name: actor,
  } = event
  const change = (changeLabels[to] ?? to).toLowerCase()
  const label = permissionLabels[type]
  return {
    id: String(id),
    title:
      subject === 'permission'
        ? `${label} permission at ${facility} ${change}`
        : `Request ${to === 'submitted' ? 'sent' : change}: ${label.toLowerCase()} at ${facility}`,
    by: event.acting_as_name
      ? `${actor ?? 'Placewell'}, acting as ${event.acting_as_name}`
      : (actor ?? 'Placewell'),
    at: event.at,
    note: event.reason && `“${event.reason}”`,
    state: to === 'enabled' ? 'approved' : to === 'disabled' ? 'inactive' : to,
  }
}

type OthersProps = {
  person: Person
  nodes: readonly PermissionNode[]
  line: readonly { facility_id: string; name: string; kind: FacilityKind }[]
  others: readonly ReportRow[]
}

/** What the person holds by their role, and everything else they were given. */
function Others({ person, nodes, line, others }: OthersProps): ReactNode {
  const [isGiving, setGiving] = useState(false)
  const change = useSetPermission()
  const mayHold = person.role === 'facility_admin' && person.status === 'active' && line.length > 0
  const actions = useActions<ReportRow>(
    [
      {
        id: 'end',
        label: 'End permission',
        danger: true,
        isOffered: ({ source }) => source === 'grant',
        blocker: ({ state }) => (state === 'off' || state === 'expired') && 'It’s already off.',
        ask: ([row]) => ({
          title: `End ${permissionLabels[row!.permission_type].toLowerCase()} at ${row!.facility_name}?`,
          body: `It stops working on ${person.full_name}’s next click. It can be given again.`,
          reason: { label: 'Reason', isRequired: true, minLength: 1 },
        }),
        run: ({ permission_type: type, facility_id: id }, { reason, tick }) =>
          change.mutateAsync({
            user_id: person.id,
            facility_id: id,
            permission_type: type,
            is_enabled: false,
            ...(reason && { reason }),
            ...tick,
          }),
      },
    ],
    { nameOf: otherName, idOf: otherId },
  )
  return (
    <PageSection
      title="Other permissions"
      description="Facility admins run the facility they belong to by their role; the rest was given."
      look="plain"
      actions={
        <Button variant="default" disabled={!mayHold} onClick={() => setGiving(true)}>
          Give a permission
        </Button>
      }
    >
      <DataTable
        label="Other permissions"
        rows={others}
        columns={otherColumns}
        rowKey={otherId}
        rowLabel={otherName}
        rowActions={actions.menuOf}
        empty={{ title: 'No other permission', description: 'Neither by the role nor given.' }}
      />
      {actions.dialog}
      <GiveDialog giving={isGiving ? { person, nodes, line } : null} onClose={() => setGiving(false)} />
    </PageSection>
  )
}

const otherId = (row: ReportRow): string => `${row.permission_type} ${row.facility_id} ${row.source}`
const otherName = (row: ReportRow): string =>
  `${permissionLabels[row.permission_type]} at ${row.facility_name}`

const otherColumns: Column<ReportRow>[] = [
  {
    key: 'permission',
    title: 'Permission',
    render: (row) => (
      <>
        {permissionLabels[row.permission_type]}{' '}
        <Badge variant="light" color={row.source === 'role' ? 'gray' : 'teal'}>
          {sourceLabels[row.source]}
        </Badge>
      </>
    ),
  },
  { key: 'location', title: 'Facility', render: (row) => row.facility_name },
  {
    key: 'state',
    title: 'Status',
    render: (row) => (
      <>
        <StateBadge state={reportStateLooks[row.state]} label={reportStateLabels[row.state]} />
        {row.expires_on && (
          <Text size="xs" c="dimmed">
            Until {formatDate(row.expires_on)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'used',
    title: 'Last used',
    render: (row) =>
      row.source === 'role' ? '—' : row.last_used_at ? <RelativeTime value={row.last_used_at} /> : 'Never',
  },
]

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
      <Banner kind="info" title={`${person.full_name} doesn’t belong to a facility yet.`}>
        Link them to one on the Users page first.
      </Banner>
    )
  return null
}

const facilityFilters: Filters<{ search: string }> = { search: searchText('Find a facility') }

function Facilities({ person, nodes }: { person: Person; nodes: readonly PermissionNode[] }): ReactNode {
  const list = useOwnList(facilityFilters, { sorts: ['name'], hasOwnOrder: true })
  const rows = asTree(findInTree(nodes, list.filter.search ?? ''))
  return (
    <Stack gap="md">
      {nodes.length > 8 && <ListFilters list={list} hasViews={false} />}
      <DataTable
        hasFields
        label="Facilities"
        rows={rows}
        columns={columnsFor(person)}
        rowKey={({ facility_id }) => facility_id}
        rowLabel={({ name }) => name}
        empty={{ title: 'No facility with this name' }}
      />
    </Stack>
  )
}

type Row = PermissionNode & { depth: number }

function columnsFor(person: Person): Column<Row>[] {
  return [
    {
      key: 'name',
      title: 'Facility',
      render: ({ name, kind, depth }) => (
        <div className={classes.facility} style={{ '--depth': depth } as never}>
          <div>{name}</div>
          <Text size="xs" c="dimmed">
            {facilityKindLabels[kind]}
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

function PreceptorSwitch({ person, row }: { person: Person; row: Row }): ReactNode {
  const isOn = row.is_enabled === true
  const enable = useSetPreceptor(true)
  const disable = useSetPreceptor(false)
  const reason = isOn ? undefined : blockerFor(person, row)
  const target = { user_id: person.id, facility_id: row.facility_id }
  const client = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const actions = useActions<Row>(
    [
      {
        id: 'disable',
        label: 'Disable',
        danger: true,
        ask: () => ({
          title: `Disable the preceptor permission at ${row.name}?`,
          body: `If this is the last facility, ${person.full_name} loses the preceptor pages right away, and requests that they have not answered end.`,
          reason: { label: 'Reason' },
        }),
        run: (_, { reason: given, tick }) =>
          disable.mutateAsync({ ...target, is_enabled: false, ...(given && { reason: given }), ...tick }),
      },
    ],
    { nameOf: ({ name }) => name, idOf: ({ facility_id: id }) => id },
  )

  async function turn(on: boolean): Promise<void> {
    if (on) return enable.mutate({ ...target, is_enabled: true })
    // Loads now whether they have used it, because the page may be older than that.
    const { nodes } = await client.fetchQuery({
      ...permissions.ofUser.queryOptions({ input: { user_id: person.id } }),
      staleTime: 0,
    })
    if (nodes.find(({ facility_id: id }) => id === row.facility_id)?.last_used_at) return setLeaving(true)
    actions.begin('disable', [row])
  }

  return (
    <>
      <Switch
        checked={isOn}
        disabled={reason !== undefined || enable.isPending || disable.isPending}
        label={isOn ? 'Enabled' : 'Disabled'}
        description={
          reason ?? (isOn && !row.in_scope && 'Without effect: outside their part of the hierarchy.')
        }
        aria-label={`Preceptor at ${row.name}`}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      {actions.dialog}
      <SuccessorDialog leaving={isLeaving ? { person, node: row } : null} onClose={() => setLeaving(false)} />
    </>
  )
}

function blockerFor(person: Person, { in_scope, status }: Row): string | undefined {
  if (person.role !== 'facility_admin' || person.status !== 'active') return 'Not possible for this person.'
  if (!in_scope) return 'Outside their part of the hierarchy.'
  return status === 'closed' || status === 'archived' ? 'This facility is closed.' : undefined
}
