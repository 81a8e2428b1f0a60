import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { type Access, dashboardOf, profileOf } from '#core/access.ts'
import { meQuery } from '#features/accounts/web/public.ts'
import { prefetchAtSignIn } from '#features/assignments/web/public.ts'
import { decide } from '#platform/web/access.ts'
import { idParam } from '#platform/web/search-params.ts'
import { takeSignInMark } from '#platform/web/signed-in-mark.ts'
import { whenShown } from '#ui/when-shown.ts'

type GuardArguments = {
  context: { queryClient: QueryClient }
  location: { href: string; pathname: string }
  /** Asked ahead, by a pointer over a link: no one has gone there. */
  preload?: boolean
  matches: readonly { staticData: { access: Access }; params?: Readonly<Record<string, string>> }[]
}

/** The guard of every signed-in address (Spec §2): asks who is there, then lets in or sends on. */
export async function guardSignedIn({
  context,
  location,
  matches,
  preload = false,
}: GuardArguments): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery)
  const access = matches.at(-1)?.staticData.access ?? 'any'
  const verdict = decide(access, me && { ...me, isPreceptor: me.is_preceptor }, location.href)
  if (verdict === 'open') {
    // A password that everyone tries is changed before anything else; the form is on one's own page.
    const isAway = me?.must_change_password && !me.impersonation && location.pathname !== profileOf(me.role)
    if (isAway) throw redirect({ href: profileOf(me.role), replace: true })
    if (hasMistypedId(matches.at(-1)?.params)) throw notFound()
    // No one waits for it: the page that needs one of the four finds it under way. A student's pages all do; others ask once,
    // after signing in.
    const isInBrowser = typeof document !== 'undefined'
    if (isInBrowser && me?.linked_school_id && (me.role === 'student' || takeSignInMark()))
      whenShown(() => void prefetchAtSignIn(context.queryClient))
    return
  }
  if (me && verdict.to === dashboardOf(me.role) && !preload)
    void import('./whose-page.ts').then((file) => file.sayWhosePage(access, me.role)).catch(() => {})
  throw redirect({
    href: verdict.from ? `${verdict.to}?from=${encodeURIComponent(verdict.from)}` : verdict.to,
    replace: true,
  })
}

/** No page has an id that is none: a server could only say that what was entered is not valid, and no one entered anything. */
const hasMistypedId = (params: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(params).some(([name, value]) => /id$/i.test(name) && idParam(value) === undefined)
