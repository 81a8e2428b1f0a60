import { specialtyLabels } from '#core/specialties.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Role } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { SitePinSection } from '#features/site-pins/web/public.ts'
import { IncidentLeadSection } from '#features/incident-leads/web/public.ts'
import { UnitLinkSection } from '#features/unit-links/web/public.ts'
import { LogoSection, TitleLogo } from '#features/logos/web/public.ts'
import type { ActionsKit } from '#platform/web/kit/use-actions.tsx'
import { useParam } from '#platform/web/kit/use-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import type { FacilityDetail } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { type ActionTarget, targetOf } from './action-target.ts'
import { Administrators } from './Administrators.tsx'
import { crumbsOf } from './crumbs.ts'
import { settledBy } from './event-labels.ts'
import { FacilityChildren } from './FacilityChildren.tsx'
import { FacilityCounts } from './FacilityCounts.tsx'
import { FacilityFacts } from './FacilityFacts.tsx'
import { FacilityHistory } from './FacilityHistory.tsx'
import { useFacility } from './queries.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

/** /admin/organizations/{orgId}/detail (Spec §2). */
export function OrganizationDetailScreen(): ReactNode {
  return <FacilityScreen id={useParam('orgId')} what="organization" />
}
/** /admin/sites/{siteId}/detail (Spec §2). */
export function SiteDetailScreen(): ReactNode {
  return <FacilityScreen id={useParam('siteId')} what="site" />
}
/** /admin/units/{unitId}/detail (Spec §2). */
export function UnitDetailScreen(): ReactNode {
  return <FacilityScreen id={useParam('unitId')} what="unit" />
}

function FacilityScreen({ id, what }: { id: string | undefined; what: string }): ReactNode {
  const { role } = useMe()
  const query = useFacility(id)
  const detail = query.data
  const actions = useFacilityActions({ isOnPage: true })
  return (
    <>
      <Page
        title={detail?.facility.name ?? `This ${what}`}
        mark={detail?.facility.kind === 'organization' && <TitleLogo ownerId={detail.facility.id} />}
        badge={detail && <StateBadge state={detail.facility.status} />}
        description={detail && summaryOf(detail)}
        breadcrumbs={detail ? crumbsOf(detail, role) : []}
        actions={detail?.may_manage && buttonsFor(detail, role, actions)}
        query={query}
        skeleton={<Skeletons shape="cards" count={3} />}
        failedTitle={`This ${what} couldn’t be loaded`}
      >
        {(loaded) => <Details detail={loaded} />}
      </Page>
      {actions.dialog}
    </>
  )
}

function summaryOf({ facility }: FacilityDetail): string {
  const where = [facility.city, facility.state].filter(Boolean).join(', ')
  const kind = facility.kind === 'unit' ? specialtyLabels[facility.specialty] : kindLabels[facility.kind]
  return [kind, where].filter(Boolean).join(' · ')
}

/** The frequent actions are buttons, with adding below as the primary one; the others are in the menu. */
export const buttonsFor = (
  detail: FacilityDetail,
  role: Role,
  { buttonsOf }: ActionsKit<ActionTarget>,
  isPart = false,
): ReactNode =>
  buttonsOf(targetOf(detail, role), detail.facility.kind === 'organization' ? 'add site' : 'add unit', isPart)

/** An organization's logo, for those who manage it. */
export function FacilityLogo({ detail: { facility, may_manage } }: { detail: FacilityDetail }): ReactNode {
  if (facility.kind !== 'organization' || !may_manage || facility.status !== 'active') return null
  return <LogoSection of="organization" owner_id={facility.id} name={facility.name} />
}

function Details({ detail }: { detail: FacilityDetail }): ReactNode {
  const { facility, counts, events } = detail
  return (
    <>
      <StatusBanner detail={detail} />
      <FacilityCounts detail={detail} />
      {facility.kind !== 'unit' && <FacilityChildren detail={detail} />}
      {facility.kind === 'unit' && detail.may_manage && (
        <Suspense fallback={<Skeletons shape="text" />}>
          <UnitShifts unitId={facility.id} most={facility.max_students_per_shift} />
          <UnitLinkSection unitId={facility.id} />
        </Suspense>
      )}
      {facility.kind !== 'unit' && detail.may_manage && (
        <Suspense fallback={<Skeletons shape="text" />}>
          <IncidentLeadSection facilityId={facility.id} name={facility.name} />
        </Suspense>
      )}
      <FacilityLogo detail={detail} />
      {facility.kind === 'site' && (
        <Suspense fallback={<Skeletons shape="text" />}>
          <SitePinSection siteId={facility.id} />
        </Suspense>
      )}
      <FacilityFacts facility={facility} />
      <Administrators detail={detail} />
      {detail.may_manage && counts && <FacilityHistory events={events} />}
    </>
  )
}

function StatusBanner({ detail: { facility, events } }: { detail: FacilityDetail }): ReactNode {
  if (facility.status === 'active') return null
  const why = settledBy(events, facility.status)?.reason
  const words = {
    paused: 'Schools can’t plan new shifts here until it is resumed.',
    closed: 'It is permanently closed. What happened here stays on record.',
    archived: 'Planning is closed here. It can be restored.',
  }[facility.status]
  return (
    <Banner kind="warning" title={`${stateLook(facility.status).label}${why ? `: ${why}` : ''}`}>
      {words}
    </Banner>
  )
}

// Only pages of units load this.
const UnitShifts = lazy(() => import('./UnitShifts.tsx').then((file) => ({ default: file.UnitShifts })))
