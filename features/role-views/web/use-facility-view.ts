import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsFacility } from '../rules.ts'
import { useRoleContext, useSelectFacility } from './queries.ts'
import { storedView } from './stored-view.ts'

/** True when a superadmin is in the facility area as themselves. Everyone else there has their own facility. */
function useChoosesFacility(): boolean {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return me.role === 'superadmin' && me.impersonation === null && needsFacility(path)
}

/** The facility a superadmin works in; undefined for everyone else, elsewhere, and until it is loaded. */
export function useSelectedFacility(): { id: string; name: string } | undefined {
  const { data } = useRoleContext(useChoosesFacility())
  return data?.selected_facility_id
    ? { id: data.selected_facility_id, name: data.selected_facility_name ?? 'Selected facility' }
    : undefined
}

/**
 * Selects a facility for a superadmin who enters the facility area: the one of this browser session, or else the default. Returns false
 * while the area still needs one.
 */
export function useFacilityView(): boolean {
  const isWanted = useChoosesFacility()
  const { data, isError } = useRoleContext(isWanted)
  const { mutate, isError: hasFailed, isSuccess } = useSelectFacility()
  const isMissing = isWanted && data?.selected_facility_id === null
  const [remembered] = useState(storedView.facility)
  useEffect(() => {
    if (!isMissing) return
    // The remembered facility may be closed by now; then the default one is used.
    mutate({ facility_id: remembered }, { onError: () => remembered && mutate({ facility_id: null }) })
  }, [isMissing, remembered, mutate])
  // After a failure, or if there is no facility at all, the page itself says so.
  return !isWanted || Boolean(data?.selected_facility_id) || isError || hasFailed || isSuccess
}
