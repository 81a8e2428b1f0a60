import { lazy, type ReactNode, Suspense } from 'react'
import { StudentProgressScreen } from '#features/hours/web/public.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { ImportHoursButton } from './ImportHoursButton.tsx'

// It is below the list, so its code loads after the list's.
const HoursToApprove = lazy(() =>
  import('#features/hours-requests/web/public.ts').then((file) => ({ default: file.HoursToApprove })),
)

/** Progress of a school's students, with the import of earlier hours. */
export function SchoolProgressScreen(): ReactNode {
  return <StudentProgressScreen actionsFor={importFor} waitingFor={waitingFor} />
}

const importFor = (school: string | null): ReactNode => (
  <>
    <LinkButton href="/school/reported-hours" variant="default">
      Reported hours
    </LinkButton>
    <ImportHoursButton school={school} />
  </>
)

const waitingFor = (school: string | null): ReactNode => (
  <Suspense fallback={null}>
    <HoursToApprove school={school} />
  </Suspense>
)
