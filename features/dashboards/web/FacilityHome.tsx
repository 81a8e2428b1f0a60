import type { ReactNode } from 'react'
import { ApprovalsPanel } from '#features/approvals/web/public.ts'
import { formatNumber } from '#core/number-text.ts'
import { needsAnswerFrom } from '#features/partnerships/rules.ts'
import { usePartnershipsHere } from '#features/partnerships/web/public.ts'
import { FacilityWeek, useRequests, useUnits } from '#features/shift-approvals/web/public.ts'
import { useSeries } from '#features/shifts/web/public.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { type WorkItem, WorkQueue } from '#ui/WorkQueue.tsx'
import type { DashboardFacility } from '../contract.ts'
import { facilityInbox, facilityWork, inOrder } from '../rules.ts'
import { Figures } from './Figures.tsx'
import { CollapsedSection } from './CollapsedSection.tsx'
import classes from './FacilityHome.module.css'

const charts = lazyParts(() => import('#features/charts/web/public.ts'))
const UnitSeatsChart = charts.part((file) => file.UnitSeatsChart)
const SchoolSeatsChart = charts.part((file) => file.SchoolSeatsChart)

const contents: Record<string, () => ReactNode> = {
  signups: () => <ApprovalsPanel within="facility" look="plain" moreHref="/facility/users?view=approvals" />,
}

const requestsHref = '/facility/shifts?view=requests'

/** What needs the people of a facility, next to its week; then its totals. */
export function FacilityHome({ data }: { data: DashboardFacility }): ReactNode {
  return (
    <>
      <div className={classes.home}>
        <FacilityQueue data={data} />
        <div className={classes.aside}>
          <FacilityWeek />
          <Charts />
        </div>
      </div>
      <Figures
        label="The facility at a glance"
        figures={[
          { label: 'Units', value: unitsOf(data), href: '/facility/management' },
          { label: 'People with access', value: data.people, href: '/facility/users' },
          { label: 'Preceptors', value: data.preceptors, href: '/facility/preceptors' },
          {
            label: 'Open slots offered',
            value: data.open_offers,
            href: '/facility/shifts?view=offers&state=open',
          },
        ]}
      />
    </>
  )
}

/** Charts, collapsed below the work; their code and data are loaded when opened. */
function Charts(): ReactNode {
  return (
    <PageSection>
      <CollapsedSection title="Seats by unit, next 12 weeks" Content={UnitSeatsChart} />
      <CollapsedSection title="Seats by school, six months back and ahead" Content={SchoolSeatsChart} />
    </PageSection>
  )
}

const unitsOf = ({ nodes }: DashboardFacility): number => nodes.filter(({ kind }) => kind === 'unit').length

function FacilityQueue({ data }: { data: DashboardFacility }): ReactNode {
  const inbox = useSeries(facilityInbox.filter, facilityInbox.page)
  const units = useUnits()
  const partnerships = usePartnershipsHere()
  const { items: requests, dialogs } = useRequests(inbox.data?.rows ?? [], units.data ?? [])
  const rows = partnerships.data ?? []
  const work = facilityWork({
    ...data,
    partnerships: rows.filter((row) => needsAnswerFrom('facility', row)).map(({ id }) => id),
    ending: rows.filter(({ state }) => state === 'expiring').map(({ id }) => id),
  }).map((item): WorkItem => ({ ...item, ...(contents[item.id] && { content: contents[item.id] }) }))
  const count = (inbox.data?.total ?? 0) + work.reduce((sum, item) => sum + item.count, 0)
  const queries = [inbox, partnerships]
  const failed = queries.find(({ isError, data: answer }) => isError && !answer)
  const more = (inbox.data?.total ?? 0) - requests.length
  return (
    <PageSection
      title={count > 0 ? `Needs you · ${formatNumber(count)}` : 'Needs you'}
      {...(more > 0 && {
        actions: (
          <LinkButton variant="default" href={requestsHref}>
            {`See all ${formatNumber(inbox.data!.total)} requests`}
          </LinkButton>
        ),
      })}
    >
      {failed && <LoadFailed onRetry={() => void failed.refetch()} />}
      <WorkQueue
        label="What needs you"
        items={inbox.data ? inOrder(requests, work) : []}
        queries={queries}
        empty="You’re all caught up. New requests and replies appear here."
      />
      {dialogs}
    </PageSection>
  )
}
