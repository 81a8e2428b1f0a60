import { NotFoundScreen } from '#ui/NotFoundScreen.tsx'

/** The page for an address without a page (Spec §2: any other path shows a not-found page). */
export function NotFoundPage() {
  return <NotFoundScreen />
}
