import type { ReactNode } from 'react'
import { SchoolWishlists } from '#features/wishlists/web/public.ts'
import { LazyMatchView } from './LazyViews.tsx'

/** A school's wishlists with their match runs (Spec §1). */
export function SchoolWishlistsScreen(): ReactNode {
  return <SchoolWishlists MatchView={LazyMatchView} />
}
