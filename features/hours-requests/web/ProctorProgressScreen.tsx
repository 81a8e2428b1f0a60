import { lazy, type ReactNode, Suspense } from 'react'
import { StudentProgressScreen } from '#features/hours/web/public.ts'

// It is below the list, so its code loads after the list's.
const HoursToConfirm = lazy(() =>
  import('./HoursToConfirm.tsx').then((file) => ({ default: file.HoursToConfirm })),
)

/** Progress of an instructor's students, and the hours that students reported with the instructor. */
export function ProctorProgressScreen(): ReactNode {
  return <StudentProgressScreen waitingFor={waitingFor} />
}

const waitingFor = (): ReactNode => (
  <Suspense fallback={null}>
    <HoursToConfirm />
  </Suspense>
)
