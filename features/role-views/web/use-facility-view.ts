import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { needsFacility } from '../rules.ts'
import { useRoleContext, useSelectFacility } from './queries.ts'
import { storedView } from './stored-view.ts'

/** Does a superadmin stand in the facility area, with their own eyes? Everyone else has a facility of their own there. */
function useChoosesFacility(): boolean {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return me.role === 'superadmin' && me.impersonation === null && needsFacility(path)
}

/** The facility a superadmin works in; undefined for everyone else, elsewhere, and until it is known. */
export function useSelectedFacility(): { id: string; name: string } | undefined {
  const { data } = useRoleContext(useChoosesFacility())
  return data?.selected_facility_id
    ? { id: data.selected_facility_id, name: data.selected_facility_name ?? 'Selected facility' }
    : undefined
}

/**
 * Gives a superadmin who enters the facility area the facility of this browser session, else the default one. False while
 * the area still waits for one.
 */
export function useFacilityView(): boolean {
  const isWanted = useChoosesFacility()
  const { data, isError } = useRoleContext(isWanted)
  const { mutate, isError: hasFailed, isSuccess } = useSelectFacility()
  const isMissing = isWanted && data?.selected_facility_id === null
  const [remembered] = useState(storedView.facility)
  useEffect(() => {
    if (!isMissing) return
    // What is remembered may be closed by now: then the default one.
    mutate({ facility_id: remembered }, { onError: () => remembered && mutate({ facility_id: null }) })
  }, [isMissing, remembered, mutate])
  // After a failure, or where there is no facility at all, the page says so itself.
  return !isWanted || Boolean(data?.selected_facility_id) || isError || hasFailed || isSuccess
}
