import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { ShiftReport } from './ShiftReport.tsx'

const Report = lazy(() => import('./ShiftReport.tsx').then((file) => ({ default: file.ShiftReport })))

/** The report on the page of a shift, fetched next to it: most shifts are still ahead and have none. */
export function LazyShiftReport(props: ComponentProps<typeof ShiftReport>): ReactNode {
  return props.shift.status === 'completed' || props.shift.status === 'closed' ? (
    <Suspense>
      <Report {...props} />
    </Suspense>
  ) : null
}
