import { lazy, type ReactNode, Suspense } from 'react'
import { StudentProgressScreen } from '#features/hours/web/public.ts'

// Below the list: its code comes after the list's.
const HoursToConfirm = lazy(() =>
  import('./HoursToConfirm.tsx').then((file) => ({ default: file.HoursToConfirm })),
)

/** Progress of an instructor's students, and the hours that these reported with them. */
export function ProctorProgressScreen(): ReactNode {
  return <StudentProgressScreen waitingFor={waitingFor} />
}

const waitingFor = (): ReactNode => (
  <Suspense fallback={null}>
    <HoursToConfirm />
  </Suspense>
)
