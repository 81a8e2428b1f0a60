import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { meQuery, useMe } from '#features/accounts/web/public.ts'
import { needsSchool, schoolFor, viewRoleAfter, type ViewRole } from '../rules.ts'
import { forgetOtherSchool, otherTabs, useSetContext } from './queries.ts'
import { storedView } from './stored-view.ts'

/**
 * Keeps the session's view and school in sync with the address (Spec §4): the view follows the path, and a superadmin in the school area
 * has a school. Returns false while the school area still needs one. Other people's sessions get only their own role, once.
 */
export function useRoleView(): boolean {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { mutate } = useSetContext()
  const [tried, setTried] = useState<string>()

  // During an impersonation, the superadmin's own view stays as it is.
  const isSettled = me.impersonation !== null || me.status !== 'active'
  const isSuperadmin = me.role === 'superadmin'
  const role = isSuperadmin ? viewRoleAfter(path, storedView.role()) : me.role
  const school = isSuperadmin
    ? schoolFor({ path, inSession: me.selected_school_id, remembered: storedView.school() })
    : null
  const wanted = `${me.id} ${role} ${school ?? ''}`
  const isInStep = isSettled || (me.view_role === role && me.selected_school_id === school)

  useEffect(() => {
    if (isSettled) return
    if (isSuperadmin) storedView.keep(role as ViewRole, me.selected_school_id)
    else storedView.clear()
  }, [isSettled, isSuperadmin, role, me.selected_school_id])

  useEffect(() => {
    if (isInStep || tried === wanted) return
    const onSettled = () => setTried(wanted)
    mutate({ userId: me.id, role, school }, { onSettled, onError: storedView.forgetSchool })
  }, [isInStep, tried, wanted, mutate, me.id, role, school])

  useOtherTabs()
  const hasSchool = !isSuperadmin || !needsSchool(path) || me.selected_school_id !== null
  // After a failure, or if there is no school at all, the page itself says so.
  return isSettled || hasSchool || tried === wanted
}

/** Follows what another tab did with the shared session. */
function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      otherTabs.listen((news) => {
        if (news === 'person') return window.location.reload()
        // It was changed or cleared there, so this window's memory is outdated.
        storedView.forgetSchool()
        void client
          .fetchQuery({ ...meQuery, staleTime: 0 })
          .then(() => forgetOtherSchool(client))
          .catch(() => {}) // the next request shows the error
      }),
    [client],
  )
}
