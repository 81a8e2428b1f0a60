import { Badge, Button, Group, Text } from '@mantine/core'
import {
  IconCalendarOff,
  IconHeartHandshake,
  IconKey,
  IconPlus,
  IconUserCheck,
  IconUserHeart,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { facilityKindLabels } from '#core/facility-kinds.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ApprovalsPanel } from '#features/approvals/web/public.ts'
import { LazyCloseDaysDialog } from '#features/facilities/web/public.ts'
import { InviteDialog } from '#features/invitations/web/public.ts'
import {
  type RequestStart,
  LazyRequestDialog,
  PendingRequests,
} from '#features/permission-requests/web/public.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { usePageSize } from '#ui/use-page-size.ts'
import type { Member, TeamNode } from '../contract.ts'
import { facilitiesShown } from '../rules.ts'
import classes from './FacilityManagementScreen.module.css'
import { facilityTeam } from './queries.ts'

// It is below sites, units and team, so its code loads separately.
const partnerships = lazyParts(() => import('#features/partnerships/web/public.ts'))
const PartnershipInbox = partnerships.part((file) => file.PartnershipInbox)

/** What a facility admin manages: their part of the hierarchy, its people, and pending items. */
export function FacilityManagementScreen(): ReactNode {
  const me = useMe()
  const query = useQuery(facilityTeam.overview.queryOptions())
  const search = useSearch({ from: '/_app/facility/management' })
  const setSearch = useSetSearch()
  const go = (
    change: { q?: string | undefined; partnership?: string | undefined; close?: string | undefined },
    replace: boolean,
  ) => setSearch({ ...search, ...change }, replace)
  const [isInviting, setInviting] = useState(false)
  const [asking, setAsking] = useState<RequestStart | null>(null)
  const facility = query.data?.facility
  // Covers everything they manage if the command palette or a link does not name a facility.
  const closing =
    search.close === undefined
      ? undefined
      : query.data?.nodes.find(({ id }) => id === (search.close === 'all' ? facility?.id : search.close))
  return (
    <Page
      title="Management"
      description={facility ? `${facility.name}: facilities, team, and what needs you` : undefined}
      query={query}
      failedTitle="Your facility couldn’t be loaded"
      width="wide"
      actions={
        facility && (
          <>
            {me.role === 'facility_admin' && (
              <Button
                variant="default"
                leftSection={<IconKey size={18} aria-hidden />}
                onClick={() => setAsking({})}
              >
                Request a permission
              </Button>
            )}
            <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          </>
        )
      }
    >
      {(data) =>
        data.facility ? (
          <>
            {data.own_facility_name && (
              <Banner
                kind="info"
                title={`You run ${data.facility.name} in addition to ${data.own_facility_name}.`}
              >
                The permission was given to you
                {data.covers_until ? ` until ${formatDate(data.covers_until)}` : ''}; when it ends, you are
                back at {data.own_facility_name}.
              </Banner>
            )}
            <StatGrid>
              <StatCard
                label="People with access"
                value={formatNumber(data.people)}
                icon={IconUsers}
                href="/facility/users"
                hint={invitationsHint(data.open_invitations)}
              />
              <StatCard
                label="Preceptors"
                value={formatNumber(data.preceptors)}
                icon={IconUserHeart}
                href="/facility/preceptors"
              />
              <StatCard
                label="Waiting for approval"
                value={formatNumber(data.waiting_for_approval)}
                icon={IconUserCheck}
                hue={data.waiting_for_approval > 0 ? 'yellow' : 'green'}
                href="/facility/users?view=approvals"
              />
              <StatCard
                label="Permission requests"
                value={formatNumber(data.requests_to_decide)}
                icon={IconKey}
                hue={data.requests_to_decide > 0 ? 'yellow' : 'green'}
                href="/admin/permission-requests"
              />
              {data.facility.kind !== 'unit' && (
                <StatCard
                  label="Active partnerships"
                  value={formatNumber(data.active_partnerships)}
                  icon={IconHeartHandshake}
                />
              )}
            </StatGrid>
            {data.waiting_for_approval > 0 && (
              <Suspense fallback={<Skeletons count={2} />}>
                <ApprovalsPanel within="facility" moreHref="/facility/users?view=approvals" />
              </Suspense>
            )}
            <Facilities
              nodes={data.nodes}
              rootId={data.facility.id}
              q={search.q ?? ''}
              onSearch={(q) => go({ q: q || undefined }, true)}
              onCloseDays={(close) => go({ close }, false)}
            />
            {/* In its own Suspense, so that the page stays while its code loads, and the button keeps the focus. */}
            <Suspense>
              {closing && (
                <LazyCloseDaysDialog facility={closing} onClose={() => go({ close: undefined }, true)} />
              )}
            </Suspense>
            <Team
              team={data.team}
              people={data.people}
              onAsk={setAsking}
              mayAsk={me.role === 'facility_admin'}
            />
            <PendingRequests />
            {/* For sites and organizations only. */}
            {data.facility.kind !== 'unit' && (
              <Suspense>
                <PartnershipInbox
                  open={search.partnership}
                  onOpen={(id) => go({ partnership: id }, id === undefined)}
                />
              </Suspense>
            )}
            <InviteDialog within="facility" opened={isInviting} onClose={() => setInviting(false)} />
            <LazyRequestDialog asking={asking} onClose={() => setAsking(null)} />
          </>
        ) : (
          <EmptyState
            title={
              me.role === 'superadmin'
                ? 'Choose the facility you work in first'
                : 'You aren’t linked to a facility yet'
            }
            description={
              me.role === 'superadmin'
                ? 'Choose one in the top bar, or view all facilities.'
                : 'A superadmin links administrators to their organization, site or unit. Until then, there is nothing to show.'
            }
            action={
              <LinkButton href={me.role === 'superadmin' ? '/admin/organizations' : '/facility/profile'}>
                {me.role === 'superadmin' ? 'All organizations' : 'My profile'}
              </LinkButton>
            }
          />
        )
      }
    </Page>
  )
}
const FEW = 10

type FacilitiesProps = {
  nodes: readonly TeamNode[]
  rootId: string
  q: string
  onSearch: (q: string) => void
  onCloseDays: (facilityId: string) => void
}

function Facilities({ nodes, rootId, q, onSearch, onCloseDays }: FacilitiesProps): ReactNode {
  const rows = useMemo(() => facilitiesShown(nodes, q), [nodes, q])
  const pageSize = usePageSize(15, 10)
  // A new search starts at its first page.
  const [turned, turn] = useState({ q, page: 1 })
  const page = turned.q === q ? turned.page : 1
  const root = nodes.find(({ id }) => id === rootId)
  const actions = useActions<FacilityRow>(facilityActions(onCloseDays), { nameOf: ({ name }) => name })
  return (
    <PageSection
      title="Sites and units"
      description="Your sites and units"
      look="plain"
      actions={
        <Group gap={8}>
          {root?.kind === 'organization' && (
            <LinkButton
              variant="default"
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              href={`/admin/sites/create?parent=${root.id}`}
            >
              Add a site
            </LinkButton>
          )}
          {root?.kind === 'site' && (
            <LinkButton
              variant="default"
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              href={`/admin/units/create?parent=${root.id}`}
            >
              Add a unit
            </LinkButton>
          )}
        </Group>
      }
    >
      {nodes.length > FEW && (
        <div className={classes.search}>
          <SearchField label="Find a facility" value={q} onChange={onSearch} />
        </div>
      )}
      <DataTable
        label="Sites and units"
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        page={page}
        pageSize={pageSize}
        {...(rows.length > pageSize && { total: rows.length })}
        onPageChange={(to) => turn({ q, page: to })}
        columns={facilityColumns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ kind, id }) => `/admin/${kind}s/${id}/detail`}
        rowActions={actions.menuOf}
        empty={{ title: 'No facility with this name', description: 'Try part of its name.' }}
      />
    </PageSection>
  )
}

type FacilityRow = ReturnType<typeof facilitiesShown<TeamNode>>[number]

const facilityColumns: Column<FacilityRow>[] = [
  {
    key: 'name',
    title: 'Facility',
    render: ({ name, kind, depth, hidden, within }) => (
      <span className={classes.facility} style={{ '--depth': depth } as never}>
        <span>{name}</span>
        <Text span size="xs" c="dimmed">
          {[facilityKindLabels[kind], hidden > 0 && (hidden === 1 ? '1 unit' : `${hidden} units`), within]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </span>
    ),
  },
  { key: 'state', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
  {
    key: 'capacity',
    title: 'Students per shift',
    align: 'right',
    render: ({ max_students_per_shift: most }) => most ?? '—',
  },
  { key: 'people', title: 'People', align: 'right', render: ({ people }) => people },
]

function facilityActions(onCloseDays: (facilityId: string) => void): Action<FacilityRow>[] {
  return [
    { id: 'open', label: 'Open', href: ({ kind, id }) => `/admin/${kind}s/${id}/detail` },
    {
      id: 'add site',
      label: 'Add a site',
      isOffered: ({ kind }) => kind === 'organization',
      href: ({ id }) => `/admin/sites/create?parent=${id}`,
    },
    {
      id: 'edit',
      label: 'Edit',
      isOffered: ({ kind }) => kind !== 'organization',
      href: ({ kind, id }) => `/admin/${kind}s/${id}/edit`,
    },
    {
      id: 'add unit',
      label: 'Add a unit',
      isOffered: ({ kind }) => kind === 'site',
      href: ({ id }) => `/admin/units/create?parent=${id}`,
    },
    {
      id: 'close days',
      label: 'Close days…',
      icon: IconCalendarOff,
      isOffered: ({ status }) => status === 'active' || status === 'paused',
      open: ([row]) => onCloseDays(row!.id),
    },
    { id: 'people', label: 'Its people', href: ({ id }) => `/facility/users?facility_id=${id}` },
  ]
}

type TeamProps = {
  team: readonly Member[]
  people: number
  onAsk: (asking: RequestStart) => void
  mayAsk: boolean
}

function Team({ team, people, onAsk, mayAsk }: TeamProps): ReactNode {
  const actions = useActions<Member>(
    mayAsk
      ? [
          {
            id: 'request',
            label: 'Request a permission',
            icon: IconKey,
            open: ([one]) => one && onAsk({ target: { id: one.id, full_name: one.full_name } }),
          },
        ]
      : [],
    { nameOf: ({ full_name: name }) => name },
  )
  return (
    <PageSection
      title="Team"
      description="Admins and their permissions"
      look="plain"
      actions={
        <LinkButton variant="default" size="sm" href="/facility/users">
          {people > team.length ? `All ${formatNumber(people)}` : 'All users'}
        </LinkButton>
      }
    >
      <DataTable
        label="Team"
        rows={team}
        columns={teamColumns}
        rowKey={({ id }) => id}
        rowLabel={({ full_name: name }) => name}
        rowActions={actions.menuOf}
        empty={{
          title: 'No one else yet',
          description: 'Invite the colleagues who plan placements, for the whole facility or for one unit.',
        }}
      />
    </PageSection>
  )
}

const teamColumns: Column<Member>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ full_name: name }) => (
      <Text fw={600} size="sm">
        {name}
      </Text>
    ),
  },
  { key: 'location', title: 'Facility', render: ({ facility_name: name }) => name ?? '—' },
  {
    key: 'permissions',
    title: 'Permissions',
    render: ({ permissions }) =>
      permissions.length === 0 ? (
        '—'
      ) : (
        <Group gap={4}>
          {permissions.map(({ permission_type: type, facility_name: name }) => (
            <Badge key={`${type} ${name}`} variant="light" color="violet" title={`at ${name}`}>
              {permissionLabels[type]}
            </Badge>
          ))}
        </Group>
      ),
  },
]

const invitationsHint = (open: number): string | undefined =>
  open === 0 ? undefined : open === 1 ? '1 pending invitation' : `${formatNumber(open)} pending invitations`
