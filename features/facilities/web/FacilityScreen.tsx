import { specialtyLabels } from '#core/specialties.ts'
import { IconBuildingHospital, IconCalendarEvent, IconStethoscope, IconUsers } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { Role } from '#core/roles.ts'
import { zoneName } from '#core/zone-name.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { InviteButton } from '#features/invitations/web/public.ts'
import { SitePinSection } from '#features/site-pins/web/public.ts'
import { IncidentLeadSection } from '#features/incident-leads/web/public.ts'
import { UnitLinkSection } from '#features/unit-links/web/public.ts'
import { LogoSection, TitleLogo } from '#features/logos/web/public.ts'
import type { ActionsKit } from '#platform/web/kit/use-actions.tsx'
import { useParam } from '#platform/web/kit/use-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import { Timeline } from '#ui/Timeline.tsx'
import type { FacilityChild, FacilityDetail, FacilityEvent } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { addBlocker } from '../rules/actions.ts'
import { type ActionTarget, childTargetOf, targetOf } from './action-target.ts'
import { crumbsOf } from './crumbs.ts'
import { eventLabel, settledBy } from './event-labels.ts'
import { type Field, groupsOf } from './field-groups.ts'
import { valuesOf } from './form-values.ts'
import { listsOf, valueLabel } from './value-labels.ts'
import { detailHref } from './paths.ts'
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
  const { facility, counts, children, events } = detail
  const values = valuesOf(facility)
  const lists = listsOf(facility.kind, values).filter(({ items }) => items.length > 0)
  return (
    <>
      <StatusBanner detail={detail} />
      <Counts detail={detail} />
      {facility.kind !== 'unit' && <Children detail={detail} rows={children} />}
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
      {groupsOf[facility.kind].map(({ title, fields }) => {
        const facts = fields
          .filter(({ key }) => key !== 'name')
          .map((field) => ({
            label: field.label,
            value: withUnit(field, valueLabel(field, values[field.key])),
          }))
          .filter(({ value }) => value !== '')
        return (
          facts.length > 0 && (
            <PageSection key={title} title={title}>
              <KeyValue items={facts} />
            </PageSection>
          )
        )
      })}
      {facility.kind === 'unit' && (
        <PageSection title="When students can come">
          <KeyValue
            items={[
              { label: 'Time zone', value: zoneName(facility.time_zone) },
              ...(lists.length > 0 ? lists : [{ label: 'Shifts', items: [] as string[] }]).map(
                ({ label, items }) => ({
                  label,
                  value: items.length > 0 ? <Lines items={items} /> : null,
                }),
              ),
            ]}
          />
        </PageSection>
      )}
      {facility.kind === 'site' && lists.length > 0 && (
        <PageSection title="Closed to students">
          <Lines items={lists.flatMap(({ items }) => items)} />
        </PageSection>
      )}
      <Administrators detail={detail} />
      {detail.may_manage && counts && <History events={events} />}
    </>
  )
}

/**
 * Lists the administrators of a facility and everything below it, with a link to invite the first; renders nothing if the caller may not
 * manage it.
 */
export function Administrators({
  detail: { facility, administrators, may_manage },
}: {
  detail: FacilityDetail
}): ReactNode {
  if (!may_manage) return null
  const isOpen = facility.status === 'active' || facility.status === 'paused'
  return (
    <PageSection
      title="Administrators"
      description="Who manages it, or something below it."
      actions={
        isOpen && (
          <InviteButton
            to={{ kind: 'facility', id: facility.id, name: facility.name }}
            roles={['facility_admin']}
            label="Invite an administrator"
          />
        )
      }
    >
      {administrators.length === 0 ? (
        <p style={{ margin: 0, color: 'var(--pw-muted)' }}>
          {facility.kind === 'organization'
            ? 'This organization has no admin yet.'
            : 'No administrator of its own: administrators of the organization above manage it.'}
        </p>
      ) : (
        <KeyValue
          items={administrators.map(({ full_name, email, facility_name }) => ({
            label: full_name,
            value: `${email} · ${facility_name}`,
          }))}
        />
      )}
    </PageSection>
  )
}

const withUnit = ({ unit }: Field, label: string) => (label && unit ? `${label} ${unit}` : label)

function Lines({ items }: { items: readonly string[] }): ReactNode {
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
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

/** Counts the facilities below this one, and the upcoming shifts. */
export function Counts({ detail: { facility, counts } }: { detail: FacilityDetail }): ReactNode {
  return (
    <StatGrid>
      {facility.kind === 'organization' && (
        <StatCard label="Sites" value={formatNumber(counts.sites)} icon={IconBuildingHospital} />
      )}
      {facility.kind !== 'unit' && (
        <StatCard label="Units" value={formatNumber(counts.units)} icon={IconStethoscope} />
      )}
      <StatCard
        label="Students per shift"
        value={formatNumber(counts.students_per_shift)}
        hint={facility.kind === 'unit' ? undefined : 'In all active units together'}
        icon={IconUsers}
      />
      <StatCard
        label="Upcoming shifts"
        value={formatNumber(counts.upcoming_shifts)}
        icon={IconCalendarEvent}
      />
    </StatGrid>
  )
}

function Children({ detail, rows }: { detail: FacilityDetail; rows: readonly FacilityChild[] }): ReactNode {
  const { facility, may_manage } = detail
  const { role } = useMe()
  const actionsOf = useActionsOfChildren()
  const targets = rows.map((row) => childTargetOf(row, detail, role))
  const what =
    facility.kind === 'site'
      ? 'Units'
      : rows.some(({ kind }) => kind === 'organization')
        ? 'Organizations and sites'
        : 'Sites'
  const below = facility.kind === 'site' ? 'unit' : 'site'
  return (
    <PageSection title={what} look="flush">
      <DataTable
        label={what}
        rows={targets}
        columns={facility.kind === 'site' ? unitColumns : siteColumns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={detailHref}
        {...(may_manage && { rowActions: actionsOf })}
        empty={{
          title: `No ${below} yet`,
          description: `Students can’t be placed here until there is ${below === 'unit' ? 'a unit' : 'a site with a unit'}.`,
          action: !addBlocker({ ...facility, may_manage }) && (
            <LinkButton href={`/admin/${below}s/create?parent=${facility.id}`} variant="default">
              Add a {below}
            </LinkButton>
          ),
        }}
      />
    </PageSection>
  )
}

type ChildTarget = ReturnType<typeof childTargetOf>

function useActionsOfChildren() {
  const { menuOf } = useFacilityActions<ChildTarget>()
  // Actions with a dialog are on the child's own page; this menu has only links.
  return (row: ChildTarget) => menuOf(row).filter(({ href }) => href)
}

const siteColumns: readonly Column<ChildTarget>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  {
    key: 'where',
    title: 'Where',
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'count',
    title: 'Below it',
    align: 'right',
    render: ({ child_count }) => formatNumber(child_count),
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
]
const unitColumns: readonly Column<ChildTarget>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  {
    key: 'specialty',
    title: 'Specialty',
    render: ({ specialty }) => (specialty ? specialtyLabels[specialty] : '—'),
  },
  {
    key: 'most',
    title: 'Students per shift',
    align: 'right',
    render: ({ max_students_per_shift: most }) => most ?? '—',
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
]

/** The history of a facility with reasons, newest first. */
export function History({ events }: { events: readonly FacilityEvent[] }): ReactNode {
  return (
    <PageSection title="History">
      {events.length === 0 ? (
        <p style={{ margin: 0, color: 'var(--pw-muted)' }}>
          When it is paused, closed, archived or opened again, that appears here.
        </p>
      ) : (
        <Timeline
          label="History"
          most={50}
          events={events.map((event) => ({
            id: String(event.id),
            title: eventLabel(event),
            by: byOf(event),
            at: event.at,
            note: event.reason,
            state: event.to_status,
          }))}
        />
      )}
    </PageSection>
  )
}

const byOf = ({ actor_name: actor, acting_as_name: as }: FacilityEvent): string =>
  [actor ?? 'Placewell', as].filter(Boolean).join(' for ')
