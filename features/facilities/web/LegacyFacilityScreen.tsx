import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useParam } from '#platform/web/kit/use-search.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { detailHref } from './paths.ts'
import { useFacility } from './queries.ts'

/** Redirects /admin/facilities to the organizations (Spec §2). */
export function LegacyFacilitiesScreen(): ReactNode {
  return <Navigate to="/admin/organizations" replace />
}

/** Redirects /admin/facilities/{facilityId}, the legacy profile, to the page of the facility, whatever its kind (Spec §2). */
export function LegacyFacilityScreen(): ReactNode {
  const facilityId = useParam('facilityId')
  const query = useFacility(facilityId)
  return (
    <Loaded query={query} skeleton={<LoadingScreen />} failedTitle="This facility could not be found">
      {({ facility }) => <Navigate to={detailHref(facility)} replace />}
    </Loaded>
  )
}
