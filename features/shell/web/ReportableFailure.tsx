import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { reportError } from './report-error.ts'

/** The screen of a route's error, which can be reported from it. */
export function ReportableFailure({ error }: { error: unknown }): ReactNode {
  const client = useQueryClient()
  const report = () => void reportError(error instanceof Error ? error : new Error(String(error)), client)
  return <RouteErrorScreen onReport={report} />
}
