import type { ReactNode } from 'react'
import classes from './TabRow.module.css'

/** Several SegmentedFilters in a row that wraps; on a phone one line that scrolls. */
export function TabRow({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={classes.row} data-no-print data-tabs>
      {children}
    </div>
  )
}
