import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { type Access, dashboardOf, profilePath } from '#core/access.ts'
import { meQuery } from '#features/accounts/web/public.ts'
import { prefetchAtSignIn } from '#features/assignments/web/public.ts'
import { decide } from '#platform/web/access.ts'
import { idParam } from '#platform/web/search-params.ts'
import { consumeSignInMark } from '#platform/web/signed-in-mark.ts'
import { whenVisible } from '#ui/when-visible.ts'

type GuardArguments = {
  context: { queryClient: QueryClient }
  location: { href: string; pathname: string }
  /** Set when a link's page is preloaded under the pointer: no one has opened it yet. */
  preload?: boolean
  matches: readonly { staticData: { access: Access }; params?: Readonly<Record<string, string>> }[]
}

/** The guard of every signed-in address (Spec §2): reads who is signed in, then lets them in or redirects. */
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
    // A publicly known password must be changed before anything else; the form is on the person's own profile.
    const isAway = me?.must_change_password && !me.impersonation && location.pathname !== profilePath(me.role)
    if (isAway) throw redirect({ href: profilePath(me.role), replace: true })
    if (hasMistypedId(matches.at(-1)?.params)) throw notFound()
    // Not awaited: a page that needs one of the four finds it already loading. All of a student's pages do; other roles load them once,
    // after signing in.
    const isInBrowser = typeof document !== 'undefined'
    if (isInBrowser && me?.linked_school_id && (me.role === 'student' || consumeSignInMark()))
      whenVisible(() => void prefetchAtSignIn(context.queryClient))
    return
  }
  if (me && verdict.to === dashboardOf(me.role) && !preload)
    void import('./explain-access.ts').then((file) => file.explainAccess(access, me.role)).catch(() => {})
  throw redirect({
    href: verdict.from ? `${verdict.to}?from=${encodeURIComponent(verdict.from)}` : verdict.to,
    replace: true,
  })
}

/**
 * True if an id in the path is not an id, so there is no page. A server could only say that the input is invalid, although no one entered
 * anything.
 */
const hasMistypedId = (params: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(params).some(([name, value]) => /id$/i.test(name) && idParam(value) === undefined)
