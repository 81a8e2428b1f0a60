import type { ReactNode } from 'react'
import { RankRotationsPage } from '#features/wishlists/web/public.ts'
import { LazyOwnResult } from './LazyViews.tsx'

/** A student ranks the rotations of a wishlist, and reads the result once it is published (Spec §1). */
export function RankRotationsScreen(): ReactNode {
  return <RankRotationsPage OwnResult={LazyOwnResult} />
}
