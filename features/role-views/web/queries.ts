import {
  hashKey,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Role } from '#core/roles.ts'
import { meQuery } from '#features/accounts/web/public.ts'
import { featureApi, featureClient } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { roleViewsContract } from '../contract.ts'
import { storedView } from './stored-view.ts'

export const roleViews = featureApi<typeof roleViewsContract>('roleViews')
const calls = featureClient<typeof roleViewsContract>('roleViews')

type Wanted = { userId: string; role: Role; school: string | 'default' | null }

/**
 * Sets the view and school of the session, and drops cached data of another school, so that it is never shown again. A failure is logged
 * and blocks nothing (Spec §8).
 */
export const setContextOptions = (client: QueryClient) =>
  mutationOptions({
    meta: { quiet: true },
    mutationFn: async ({ userId, role, school }: Wanted) => {
      const id = school === 'default' ? ((await calls.defaultSchool())?.id ?? null) : school
      return calls.setContext({ context_data: { user_id: userId, user_role: role, selected_school_id: id } })
    },
    onSuccess: async ({ user_role, selected_school_id, selected_school_name }) => {
      const before = client.getQueryData(meQuery.queryKey)
      client.setQueryData(meQuery.queryKey, (me) =>
        me ? { ...me, view_role: user_role, selected_school_id, selected_school_name } : me,
      )
      // Someone with their own school works in it even if the session does not name it, so no other data was loaded.
      if ((before?.selected_school_id ?? before?.linked_school_id ?? null) === selected_school_id) return
      otherTabs.tell('context')
      await forgetOtherSchool(client)
    },
    // oxlint-disable-next-line no-console -- the specification has this failure logged, and nothing stopped by it
    onError: (error) => console.warn('The view could not be stored in the session:', error),
  })

export const useSetContext = () => useMutation(setContextOptions(useQueryClient()))

/** Back to all schools on pages that need none: clears the school from the session and this window. */
export function useAllSchools() {
  const setContext = useSetContext()
  return {
    isPending: setContext.isPending,
    show: (me: { id: string; role: Role; view_role: string | null }) => {
      storedView.forgetSchool()
      setContext.mutate(
        { userId: me.id, role: (me.view_role as Role | null) ?? me.role, school: null },
        {
          onSuccess: () => toast.success('Showing all schools'),
          onError: () => toast.error('We couldn’t show all schools', 'Please try again.'),
        },
      )
    },
  }
}

const contextQuery = roleViews.getContext.queryOptions()

/** View, school and facility of the session; loaded only if a superadmin needs a facility. */
export const useRoleContext = (isWanted: boolean) => useQuery({ ...contextQuery, enabled: isWanted })

/** Selects the facility (null means the default one); cached data of another is dropped, never shown again. */
export function useSelectFacility() {
  const client = useQueryClient()
  return useMutation({
    ...roleViews.selectFacility.mutationOptions(),
    meta: { quiet: true },
    onSuccess: async (now) => {
      const before = client.getQueryData(contextQuery.queryKey)?.selected_facility_id
      client.setQueryData(contextQuery.queryKey, now)
      if (now.selected_facility_id) storedView.keepFacility(now.selected_facility_id)
      // Data loaded with the document has no facility if none was selected yet.
      if ((before ?? null) === now.selected_facility_id) return
      otherTabs.tell('context')
      const kept = [meQuery.queryKey, contextQuery.queryKey].map(hashKey)
      await client.resetQueries({ predicate: ({ queryHash }) => !kept.includes(queryHash) })
    },
    onError: storedView.forgetFacility,
  })
}

/** Removes everything but the signed-in person, because it may belong to another school. */
export function forgetOtherSchool(client: QueryClient): Promise<void> {
  const me = hashKey(meQuery.queryKey)
  return client.resetQueries({ predicate: ({ queryHash }) => queryHash !== me })
}

/** Acts as another person: a full page load removes all of the superadmin's data from the window. */
export function useStartImpersonation() {
  return useMutation({
    ...roleViews.startImpersonation.mutationOptions(),
    retry: false,
    meta: { quiet: true },
  })
}

export function useEndImpersonation(onEnded: () => void) {
  const client = useQueryClient()
  return useMutation({
    ...roleViews.endImpersonation.mutationOptions(),
    // Pending requests for the other person would be refused after the impersonation ends.
    onMutate: () => client.cancelQueries(),
    meta: { failed: 'The impersonation could not be ended' },
    onSuccess: () => {
      otherTabs.tell('person')
      onEnded()
    },
  })
}

type News = 'context' | 'person'

let shared: BroadcastChannel | undefined
// One channel for sending and receiving: a channel receives from other tabs, never from itself.
const channel = () => (shared ??= new BroadcastChannel('placewell:session'))

/** The tabs of one browser share a session: a change in one must be seen in the others. */
export const otherTabs = {
  tell: (news: News): void => channel().postMessage(news),
  listen(hear: (news: News) => void): () => void {
    const onMessage = ({ data }: MessageEvent<News>) => hear(data)
    channel().addEventListener('message', onMessage)
    return () => channel().removeEventListener('message', onMessage)
  },
}
