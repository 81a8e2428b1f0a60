import { type ErrorComponentProps, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { routeFailure } from './route-failure.ts'

/** What a route that failed shows, or where it leads (Spec §8). */
export function RouteFailedScreen({ error }: ErrorComponentProps): ReactNode {
  const outcome = routeFailure(error)
  return 'to' in outcome ? <Navigate to={outcome.to} /> : <RouteErrorScreen variant={outcome.show} />
}
