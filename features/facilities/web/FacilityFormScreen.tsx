import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { useParam, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Facility, FacilityDetail, FacilityKind } from '../contract.ts'
import { editBlocker } from '../rules/actions.ts'
import { targetOf } from './action-target.ts'
import { crumbsOf } from './crumbs.ts'
import { emptyValues, type FacilityValues, valuesOf } from './form-values.ts'
import { detailHref } from './paths.ts'
import { facilities, useFacility, useFreshFacility } from './queries.ts'
import { useFresh } from '#ui/use-fresh.ts'
import { whyNot } from './why-not.ts'
import { FacilityEditor } from './FacilityEditor.tsx'

/** /admin/organizations/create (Spec §2). */
export function CreateOrganizationScreen(): ReactNode {
  return <CreateScreen kind="organization" />
}
/** /admin/sites/create (Spec §2). */
export function CreateSiteScreen(): ReactNode {
  return <CreateScreen kind="site" />
}
/** /admin/units/create (Spec §2); `copy` starts with the settings of another unit. */
export function CreateUnitScreen(): ReactNode {
  return <CreateScreen kind="unit" />
}

/** /admin/organizations/{slug}/edit (Spec §2). */
export function EditOrganizationScreen(): ReactNode {
  const slug = useParam('slug')
  const query = useQuery({
    ...facilities.findBySlug.queryOptions({ input: { slug: slug ?? '' } }),
    refetchOnMount: 'always',
  })
  return <EditScreen key={slug} kind="organization" query={query} />
}
/** /admin/sites/{siteId}/edit (Spec §2). */
export function EditSiteScreen(): ReactNode {
  const siteId = useParam('siteId')
  return <EditScreen key={siteId} kind="site" query={useFreshFacility(siteId)} />
}
/** /admin/units/{unitId}/edit (Spec §2). */
export function EditUnitScreen(): ReactNode {
  const unitId = useParam('unitId')
  return <EditScreen key={unitId} kind="unit" query={useFreshFacility(unitId)} />
}

function CreateScreen({ kind }: { kind: FacilityKind }): ReactNode {
  const [search] = useSearchParams({ parent: idParam, copy: idParam })
  const model = useFacility(search.copy)
  const initial = (from?: Facility): FacilityValues => ({
    ...emptyValues(kind),
    ...(from && { ...valuesOf(from), name: '', code: '' }),
    parent_id: search.parent ?? from?.parent_id ?? '',
  })
  const heading = {
    title: `New ${kind}`,
    description: words[kind],
    width: 'narrow' as const,
    breadcrumbs: [
      { label: kind === 'organization' ? 'Organizations' : 'Facilities', href: '/admin/organizations' },
    ],
  }
  const me = useMe()
  const shown = me.role === 'superadmin' ? heading : { ...heading, breadcrumbs: [] }
  if (!search.copy)
    return (
      <Page {...shown}>
        <FacilityEditor key={search.parent} kind={kind} initial={initial()} />
      </Page>
    )
  return (
    <Page
      {...shown}
      query={model}
      skeleton={<Skeletons shape="form" />}
      failedTitle="The unit to copy from couldn’t be loaded"
    >
      {({ facility }) => (
        <FacilityEditor kind={kind} initial={initial(facility.kind === kind ? facility : undefined)} />
      )}
    </Page>
  )
}

const words: Record<FacilityKind, string> = {
  organization:
    'A hospital system, a group of clinics, or an independent facility. Sites are added below it.',
  site: 'A hospital or clinic at one address. Units come below it.',
  unit: 'Where students work: a ward, a department, a service.',
}

type EditProps = { kind: FacilityKind; query: ReturnType<typeof useFacility> }

function EditScreen({ kind, query }: EditProps): ReactNode {
  const { role } = useMe()
  // Starts with the facility as it is now, not with cached data.
  const fresh = useFresh(query)
  return (
    <Page
      title={query.data ? `Edit ${query.data.facility.name}` : `Edit ${kind}`}
      width="narrow"
      breadcrumbs={query.data ? crumbsOf(query.data, role, true) : []}
      query={fresh}
      skeleton={<Skeletons shape="form" count={6} />}
      failedTitle={`This ${kind} couldn’t be loaded`}
    >
      {(detail) => <Editing key={detail.facility.id} kind={kind} detail={detail} />}
    </Page>
  )
}

function Editing({ kind, detail }: { kind: FacilityKind; detail: FacilityDetail }): ReactNode {
  const { role } = useMe()
  const { facility } = detail
  const blocker =
    facility.kind === kind
      ? whyNot(editBlocker(targetOf(detail, role)))
      : `This is ${facility.kind === 'unit' ? 'a unit' : `a ${facility.kind}`}.`
  if (blocker)
    return (
      <EmptyState
        title="It cannot be changed here"
        description={blocker}
        action={<LinkButton href={detailHref(facility)}>Back to {facility.name}</LinkButton>}
      />
    )
  return <FacilityEditor kind={kind} facility={facility} initial={valuesOf(facility)} />
}
