import type { ReactNode } from 'react'
import { RankRotationsPage } from '#features/wishlists/web/public.ts'
import { LazyOwnResult } from './LazyViews.tsx'

/** A student ranks the rotations of a wishlist, and reads the result once it is published (Spec §1). */
export function RankRotationsScreen(): ReactNode {
  return <RankRotationsPage kind="rotations" OwnResult={LazyOwnResult} />
}

/** A student ranks the preceptors and units of a capstone wishlist, and reads the result once it is published (Spec §1). */
export function RankCapstoneScreen(): ReactNode {
  return <RankRotationsPage kind="capstone" OwnResult={LazyOwnResult} />
}
