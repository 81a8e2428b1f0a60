import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** SearchField, selects, SegmentedFilter. */
  children: ReactNode
  /**
   * The value of each filter next to the search, undefined or '' if not set. A phone folds the filters behind one button, which shows how
   * many are set if this is given; the search (`data-stays`), or the tabs the bar begins with, stay.
   */
  chosen?: readonly unknown[]
  /** If set, "Clear filters" is rendered. */
  onClear?: (() => void) | undefined
  /** At the end of the line: how many were found, an export button. */
  end?: ReactNode
}

/** The filters of a list in one row that wraps; on a phone one line. */
export function FilterBar({ children, chosen, onClear, end }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const set = chosen?.filter(Boolean).length ?? 0
  const label = set > 0 ? `Filters (${set})` : !chosen && onClear ? 'Filters (on)' : 'Filters'
  return (
    <search className={classes.bar} aria-label="Filters" data-folded={!isOpen}>
      {children}
      <Button
        className={classes.fold}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {onClear && (
        <Button className={classes.clear} variant="subtle" color="gray" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {end && <div className={classes.end}>{end}</div>}
    </search>
  )
}
