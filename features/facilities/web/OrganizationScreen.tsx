import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { IconFileInfo } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { TitleLogo } from '#features/logos/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Finding, Validation } from '../contract.ts'
import { organizationTypeLabels } from '../rules.ts'
import { crumbsOf } from './crumbs.ts'
import { Administrators } from './Administrators.tsx'
import { FacilityCounts } from './FacilityCounts.tsx'
import { FacilityHistory } from './FacilityHistory.tsx'
import { buttonsFor, FacilityLogo } from './FacilityScreen.tsx'
import { HierarchyView } from './HierarchyView.tsx'
import { detailHref } from './paths.ts'
import { facilities, useFacility } from './queries.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

/** /admin/organizations/{orgId}: the superadmin's page of an organization with its findings, tree and history (Spec §2). */
export function OrganizationScreen(): ReactNode {
  const { orgId = '' } = useParams({ from: '/_app/admin/organizations/$orgId/' })
  const search = useSearch({ from: '/_app/admin/organizations/$orgId/' })
  const setSearch = useSetSearch()
  const { role } = useMe()
  const query = useFacility(orgId)
  const actions = useFacilityActions({ isOnPage: true })
  const detail = query.data
  const type =
    detail?.facility.kind === 'organization' && organizationTypeLabels[detail.facility.organization_type]
  return (
    <>
      <Page
        title={detail?.facility.name ?? 'Organization'}
        mark={<TitleLogo ownerId={detail?.facility.id} />}
        badge={detail && <StateBadge state={detail.facility.status} />}
        description={type || undefined}
        breadcrumbs={
          detail ? crumbsOf(detail, role) : [{ label: 'Organizations', href: '/admin/organizations' }]
        }
        width="wide"
        actions={
          detail && (
            <>
              {buttonsFor(detail, role, actions)}
              <LinkButton
                href={detailHref(detail.facility)}
                variant="default"
                leftSection={<IconFileInfo size={18} aria-hidden />}
              >
                Details
              </LinkButton>
            </>
          )
        }
        query={query}
        skeleton={<Skeletons shape="cards" />}
        failedTitle="This organization couldn’t be loaded"
      >
        {(loaded) => (
          <>
            <FacilityCounts detail={loaded} />
            {loaded.facility.kind === 'organization' && <Validated id={loaded.facility.id} />}
            <PageSection title="Sites and units" look="plain">
              <HierarchyView
                rootId={loaded.facility.id}
                search={search}
                onSearch={(change) => setSearch({ ...search, ...change })}
              />
            </PageSection>
            <Administrators detail={loaded} />
            <FacilityLogo detail={loaded} />
            <FacilityHistory events={loaded.events} />
          </>
        )}
      </Page>
      {actions.dialog}
    </>
  )
}

function Validated({ id }: { id: string }): ReactNode {
  const query = useQuery(facilities.validateHierarchy.queryOptions({ input: { organization_id: id } }))
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={1} />}
      failedTitle="It could not be validated"
    >
      {(found) => <Findings {...found} />}
    </Loaded>
  )
}

function Findings({ ok, errors, warnings }: Validation): ReactNode {
  if (ok && warnings.length === 0)
    return <Banner kind="success">The hierarchy is in order: nothing to correct, nothing left open.</Banner>
  return (
    <>
      {errors.length > 0 && (
        <Banner
          kind="danger"
          title={errors.length === 1 ? '1 thing to correct' : `${errors.length} things to correct`}
        >
          <FindingList findings={errors} />
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner
          kind="warning"
          title={warnings.length === 1 ? '1 thing is open' : `${warnings.length} things are open`}
        >
          <FindingList findings={warnings} />
        </Banner>
      )}
    </>
  )
}

function FindingList({ findings }: { findings: readonly Finding[] }): ReactNode {
  const shown = findings.slice(0, 8)
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }}>
      {shown.map((finding) => (
        <li key={`${finding.code} ${finding.node_id}`}>
          <Link href={`/admin/facilities/${finding.node_id}`} style={{ color: 'inherit' }}>
            {finding.message}
          </Link>
        </li>
      ))}
      {findings.length > shown.length && <li>And {findings.length - shown.length} more.</li>}
    </ul>
  )
}
