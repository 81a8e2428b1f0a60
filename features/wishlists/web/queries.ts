import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { wishlistsContract } from '../contract.ts'

export const wishlists = featureApi<typeof wishlistsContract>('wishlists')

/** Saves each change, one after the other, so that the last one stays. */
export function useChoose(id: string) {
  return useMutation({
    ...wishlists.choose.mutationOptions(),
    scope: { id: `wishlist ${id}` },
    meta: { failed: 'Your choices were not saved', touches: [wishlists.mine.key()] },
  })
}
