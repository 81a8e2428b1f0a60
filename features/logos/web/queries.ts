import { useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { logosContract } from '../contract.ts'

const logos = featureApi<typeof logosContract>('logos')
const touches = [logos.key()]

/** The logo URLs of these schools and organizations by owner; owners without one are missing. One request for a whole list. */
export function useLogos(ownerIds: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...logos.list.queryOptions({ input: { owner_ids: [...new Set(ownerIds)].toSorted().slice(0, 200) } }),
    enabled: ownerIds.length > 0,
    // Pages are complete without logos, so failures are silent.
    meta: { quiet: true },
  })
  return new Map(data?.map(({ id, owner_id }) => [owner_id, `/api/logos/${id}`]))
}

export function useSetLogo() {
  return useMutation({
    ...logos.set.mutationOptions(),
    meta: { quiet: true, done: 'Logo saved', touches },
  })
}
export function useRemoveLogo() {
  return useMutation({
    ...logos.remove.mutationOptions(),
    meta: { done: 'Logo removed', failed: 'The logo could not be removed', touches },
  })
}
