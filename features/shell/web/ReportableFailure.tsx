import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { reportError } from './report-error.ts'

/** A route's error screen, with a button to report the error. */
export function ReportableFailure({ error }: { error: unknown }): ReactNode {
  const client = useQueryClient()
  const report = () => void reportError(error instanceof Error ? error : new Error(String(error)), client)
  return <RouteErrorScreen onReport={report} />
}
