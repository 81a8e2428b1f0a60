import { useMutation, useQueryClient } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { wishlistsContract } from '../contract.ts'

export const wishlists = featureApi<typeof wishlistsContract>('wishlists')

export const useDeclare = () =>
  useMutation({
    ...wishlists.declare.mutationOptions(),
    meta: { quiet: true, done: 'Saved', touches: [wishlists.mine.key()] },
  })

/** Saves each change one after the other, so that the last one stays. */
export function useChoose(id: string) {
  const client = useQueryClient()
  return useMutation({
    ...wishlists.choose.mutationOptions(),
    scope: { id: `wishlist ${id}` },
    meta: { failed: 'Your choices were not saved', touches: [wishlists.mine.key()] },
    // It may have closed meanwhile; the page is then read-only.
    onError: () => client.invalidateQueries({ queryKey: wishlists.mine.key() }),
  })
}

/** Saves each change of a facility's or preceptor's list, one after the other. */
export function useRankStudents(id: string) {
  const client = useQueryClient()
  return useMutation({
    ...wishlists.rankStudents.mutationOptions(),
    scope: { id: `option ${id}` },
    meta: { failed: 'Your ranking was not saved', touches: [wishlists.toRank.key()] },
    onError: () => client.invalidateQueries({ queryKey: wishlists.toRank.key() }),
  })
}
