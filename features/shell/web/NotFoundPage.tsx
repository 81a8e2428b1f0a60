import { NotFoundScreen } from '#ui/NotFoundScreen.tsx'

/** An address that leads nowhere (Spec §2: any other path shows a not-found page). */
export function NotFoundPage() {
  return <NotFoundScreen />
}
