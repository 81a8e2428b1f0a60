import { heldStates } from '#core/shift-statuses.ts'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { ShiftReport } from './ShiftReport.tsx'

const Report = lazy(() => import('./ShiftReport.tsx').then((file) => ({ default: file.ShiftReport })))

/** The report on the page of a shift, loaded separately because most shifts are upcoming and have none. */
export function LazyShiftReport(props: ComponentProps<typeof ShiftReport>): ReactNode {
  return heldStates.includes(props.shift.status) ? (
    <Suspense>
      <Report {...props} />
    </Suspense>
  ) : null
}
