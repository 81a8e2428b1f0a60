import { type ErrorComponentProps, Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { routeFailure } from './route-failure.ts'

/** If its code does not load, the screen shows the same without a report button. */
const ReportableFailure = lazy(() =>
  import('./ReportableFailure.tsx').then(
    (file) => ({ default: file.ReportableFailure }),
    () => ({ default: () => <RouteErrorScreen /> }),
  ),
)

/** Shows the screen for a failed route, or goes elsewhere (Spec §8). */
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
