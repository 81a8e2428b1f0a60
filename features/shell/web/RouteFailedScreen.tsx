import { type ErrorComponentProps, Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { routeFailure } from './route-failure.ts'

/** Without its code, the screen says the same and offers no report. */
const ReportableFailure = lazy(() =>
  import('./ReportableFailure.tsx').then(
    (file) => ({ default: file.ReportableFailure }),
    () => ({ default: () => <RouteErrorScreen /> }),
  ),
)

/** What a route that failed shows, or where it leads (Spec §8). */
export function RouteFailedScreen({ error }: ErrorComponentProps): ReactNode {
  const outcome = routeFailure(error)
  if ('to' in outcome) return <Navigate to={outcome.to} />
  const screen = <RouteErrorScreen variant={outcome.show} />
  return outcome.show === 'error' ? (
    <Suspense fallback={screen}>
      <ReportableFailure error={error} />
    </Suspense>
  ) : (
    screen
  )
}
