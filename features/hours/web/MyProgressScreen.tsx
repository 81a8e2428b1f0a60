import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { constants } from '#core/constants.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { MyEvaluations } from '#features/evaluations/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam, textParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import type { GapShifts, StepHrefs } from './NextSteps.tsx'
import { ProgressView } from './ProgressView.tsx'
import { hours } from './queries.ts'

const openShifts = ({ specialty }: { specialty: string | null }): string =>
  `/student/shifts?${new URLSearchParams({ show: 'open', ...(specialty && { specialty }) })}`

type Parts = {
  GapShifts: GapShifts
  /** Renders the hours that the student reported. */
  Reported: () => ReactNode
}

/** A student's own hours (Spec §2: /student/progress). */
export function MyProgressScreen(parts: Parts): ReactNode {
  const me = useMe()
  return me.role === 'student' ? <OwnProgress {...parts} /> : <NoProgress />
}

/** The superadmin may open every page but has no hours. */
function NoProgress(): ReactNode {
  return (
    <Page title="Progress">
      <EmptyState
        title="This is a student’s own page"
        description="You have no clinical hours. Look up a student instead."
        action={<Link href="/admin/student-progress">Student progress</Link>}
      />
    </Page>
  )
}

const ownSteps: StepHrefs = {
  shifts: openShifts,
  makeUps: '/student/shifts?show=makeups',
  credentials: '/student/credentials',
  concern: ({ evaluation }) =>
    evaluation ? `/student/progress?evaluation=${evaluation.id}` : '/student/shifts',
}

function OwnProgress({ GapShifts, Reported }: Parts): ReactNode {
  const [search] = useSearchParams({ evaluation: idParam, self: idParam, feedback: textParam })
  // An open evaluation or form takes the whole page.
  const isForm = Boolean(search.evaluation ?? search.self ?? search.feedback)
  const query = useQuery({
    ...hours.progress.queryOptions({ input: {} }),
    staleTime: constants.prefetch.progressStaleMs,
  })
  return (
    <Page title="Progress" query={query} failedTitle="Your progress couldn’t be loaded" isEmpty={() => false}>
      {(progress) => (
        <>
          {!isForm && <ProgressView progress={progress} hrefs={ownSteps} GapShifts={GapShifts} />}
          <Suspense fallback={null}>
            {!isForm && <Reported />}
            <MyEvaluations />
          </Suspense>
        </>
      )}
    </Page>
  )
}
