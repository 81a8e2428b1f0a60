import { useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { logosContract } from '../contract.ts'

const logos = featureApi<typeof logosContract>('logos')
const touches = [logos.key()]

/** The addresses of these schools' and organizations' logos by owner; who has none is not in it. One call for a whole list. */
export function useLogos(ownerIds: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...logos.list.queryOptions({ input: { owner_ids: [...new Set(ownerIds)].toSorted().slice(0, 200) } }),
    enabled: ownerIds.length > 0,
    // A page is whole without its logos.
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
