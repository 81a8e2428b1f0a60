import {
  IconBuilding,
  IconBuildingHospital,
  IconPlayerPause,
  IconPlus,
  IconStethoscope,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { Link } from '#ui/Link.tsx'
import type { Blackout, Finding, FacilityKind } from '../contract.ts'
import { spanWords } from '../rules/fields.ts'
import { noCapacityReason } from '../rules/no-capacity.ts'
import { eventLabel } from './event-labels.ts'
import { detailHref } from './paths.ts'
import { facilities } from './queries.ts'

type WithoutCapacity = Finding & { name: string; path: string }

/** /admin/facility-operations: what needs attention across all facilities (Spec §2). */
export function OperationsScreen(): ReactNode {
  const query = useQuery({ ...facilities.operations.queryOptions(), refetchOnMount: 'always' })
  const actions = useActions<WithoutCapacity>(
    [
      {
        id: 'add unit',
        label: 'Add a unit',
        icon: IconPlus,
        isOffered: ({ code }) => code === 'no_units',
        href: ({ node_id: id }) => `/admin/units/create?parent=${id}`,
      },
    ],
    { nameOf: ({ name }) => name, idOf: ({ code, node_id: id }) => `${code} ${id}` },
  )
  return (
    <Page
      title="Facility operations"
      description="What needs attention across all facilities"
      query={query}
      skeleton={<Skeletons shape="cards" />}
      failedTitle="Facility operations couldn’t be loaded"
      isEmpty={() => false}
    >
      {(found) => (
        <>
          <StatGrid>
            <StatCard
              label="Organizations"
              value={formatNumber(found.counts.organizations)}
              href="/admin/organizations"
              icon={IconBuilding}
            />
            <StatCard
              label="Sites"
              value={formatNumber(found.counts.sites)}
              href="/admin/facility-hierarchy"
              icon={IconBuildingHospital}
            />
            <StatCard label="Units" value={formatNumber(found.counts.units)} icon={IconStethoscope} />
            <StatCard
              label="Paused units"
              value={formatNumber(found.counts.paused)}
              icon={IconPlayerPause}
              hue="violet"
            />
          </StatGrid>

          {isAllClear(found) && (
            <Banner kind="success" title="All clear">
              No units are paused, there is nothing to correct, every unit takes students, and no closed days
              are coming up.
            </Banner>
          )}
          {found.paused.length > 0 && (
            <PageSection
              title="Paused units"
              look="flush"
              description={`Schools can’t plan there until they are resumed.${firstOf(found.paused, found.counts.paused)}`}
            >
              <DataTable
                label="Paused units"
                rows={found.paused}
                columns={pausedColumns}
                rowKey={({ id }) => id}
                rowHref={({ id }) => detailHref({ kind: 'unit', id })}
              />
            </PageSection>
          )}

          {found.problem_count > 0 && (
            <PageSection
              title={`To correct (${formatNumber(found.problem_count)})`}
              look="flush"
              description={`What breaks the rules of the hierarchy.${firstOf(found.problems, found.problem_count)}`}
            >
              <DataTable
                label="Data issues"
                rows={found.problems}
                columns={problemColumns}
                rowKey={({ code, node_id }) => `${code} ${node_id}`}
                rowHref={({ kind, node_id: id }) => detailHref({ kind, id })}
              />
            </PageSection>
          )}

          {found.without_capacity_count > 0 && (
            <PageSection
              title={`No student capacity (${formatNumber(found.without_capacity_count)})`}
              look="flush"
              description={`Sites without a unit, units without shifts or an upcoming window.${firstOf(found.without_capacity, found.without_capacity_count)}`}
            >
              <DataTable
                label="No student capacity"
                rows={found.without_capacity}
                columns={emptyColumns}
                rowActions={actions.menuOf}
                rowLabel={({ name }) => name}
                rowKey={({ code, node_id }) => `${code} ${node_id}`}
                rowHref={({ code, node_id: id }) =>
                  detailHref({ kind: code === 'no_units' ? 'site' : 'unit', id })
                }
              />
            </PageSection>
          )}

          {found.blackouts.length > 0 && (
            <PageSection
              title="Closed days within 60 days"
              look="flush"
              description={found.blackouts.length === 50 ? 'The first 50.' : undefined}
            >
              <DataTable
                label="Closed days within 60 days"
                rows={found.blackouts}
                columns={blackoutColumns}
                rowKey={({ id, from, reason }) => `${id} ${from} ${reason}`}
                rowHref={({ id }) => detailHref({ kind: 'unit', id })}
              />
            </PageSection>
          )}

          <PageSection title="Recent activity">
            {found.events.length === 0 ? (
              <p style={{ margin: 0, color: 'var(--pw-muted)' }}>Nothing recorded yet.</p>
            ) : (
              <Timeline
                label="Recent activity"
                most={30}
                events={found.events.map((event) => ({
                  id: String(event.id),
                  title: (
                    <>
                      {eventLabel(event)}:{' '}
                      <Link href={detailHref({ kind: event.kind, id: event.facility_id })}>
                        {event.facility_name}
                      </Link>
                    </>
                  ),
                  by: event.actor_name ?? 'Placewell',
                  at: event.at,
                  note: event.reason,
                  state: event.to_status,
                }))}
              />
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}

type Lists = Record<'paused' | 'blackouts', readonly unknown[]> &
  Record<'problem_count' | 'without_capacity_count', number>
const isAllClear = (found: Lists): boolean =>
  found.paused.length + found.problem_count + found.without_capacity_count + found.blackouts.length === 0

const firstOf = (rows: readonly unknown[], total: number) =>
  rows.length < total ? ` The first ${rows.length} of ${formatNumber(total)}.` : ''

type Paused = {
  id: string
  name: string
  path: string
  since: string | null
  reason: string | null
  upcoming_shifts: number
}
const pausedColumns: readonly Column<Paused>[] = [
  { key: 'name', title: 'Unit', render: ({ name }) => name },
  { key: 'path', title: 'Where', render: ({ path }) => path || '—' },
  { key: 'since', title: 'Since', render: ({ since }) => (since ? <RelativeTime value={since} /> : '—') },
  { key: 'reason', title: 'Why', render: ({ reason }) => reason ?? '—' },
  {
    key: 'shifts',
    title: 'Upcoming shifts',
    align: 'right',
    render: ({ upcoming_shifts }) => formatNumber(upcoming_shifts),
  },
]
const problemColumns: readonly Column<Finding & { name: string; kind: FacilityKind }>[] = [
  { key: 'name', title: 'Facility', render: ({ name }) => name },
  { key: 'message', title: 'Issue', render: ({ message }) => message },
]
const emptyColumns: readonly Column<WithoutCapacity>[] = [
  { key: 'name', title: 'Facility', render: ({ name }) => name },
  { key: 'path', title: 'Where', render: ({ path }) => path || '—' },
  { key: 'message', title: 'Why', render: noCapacityReason },
]
const blackoutColumns: readonly Column<Blackout & { id: string; name: string; path: string }>[] = [
  { key: 'name', title: 'Unit', render: ({ name }) => name },
  { key: 'path', title: 'Where', render: ({ path }) => path || '—' },
  { key: 'days', title: 'Days', render: (blackout) => spanWords(blackout) },
  { key: 'reason', title: 'Why', render: ({ reason }) => reason },
]
