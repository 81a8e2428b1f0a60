import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** SearchField, selects, SegmentedFilter. */
  children: ReactNode
  /** With it, "Clear filters" is drawn. */
  onClear?: (() => void) | undefined
  /** At the far end: how many were found, an export button. */
  end?: ReactNode
}

/** The filters of a list in one row that wraps. */
export function FilterBar({ children, onClear, end }: FilterBarProps) {
  return (
    <search className={classes.bar} aria-label="Filters">
      {children}
      {onClear && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {end && <div className={classes.end}>{end}</div>}
    </search>
  )
}
