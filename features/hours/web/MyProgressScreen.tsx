import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { constants } from '#core/constants.ts'
import { Page } from '#ui/Page.tsx'
import { ProgressView } from './ProgressView.tsx'
import { hours } from './queries.ts'

const openShifts = ({ specialty }: { specialty: string | null }): string =>
  `/student/shifts?${new URLSearchParams({ show: 'open', ...(specialty && { specialty }) })}`

/** A student's own hours (Spec §2: /student/progress). */
export function MyProgressScreen(): ReactNode {
  const query = useQuery({
    ...hours.progress.queryOptions({ input: {} }),
    staleTime: constants.prefetch.progressStaleMs,
  })
  return (
    <Page
      title="Progress"
      query={query}
      failedTitle="Your progress could not be loaded"
      isEmpty={() => false}
    >
      {(progress) => <ProgressView progress={progress} shiftsHref={openShifts} />}
    </Page>
  )
}
