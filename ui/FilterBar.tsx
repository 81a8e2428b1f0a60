import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** SearchField, selects, SegmentedFilter. */
  children: ReactNode
  /**
   * What each filter beside the search holds, nothing or '' where none is set. Given, a phone folds them behind one button
   * that counts those set; the search (`data-stays`) stays.
   */
  chosen?: readonly unknown[]
  /** With it, "Clear filters" is drawn. */
  onClear?: (() => void) | undefined
  /** At the far end: how many were found, an export button. */
  end?: ReactNode
}

/** The filters of a list in one row that wraps. */
export function FilterBar({ children, chosen, onClear, end }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const set = chosen?.filter(Boolean).length ?? 0
  return (
    <search className={classes.bar} aria-label="Filters" data-folded={chosen ? !isOpen : undefined}>
      {children}
      {chosen && (
        <Button
          className={classes.fold}
          variant="default"
          leftSection={<IconFilter size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      {onClear && (
        <Button className={classes.clear} variant="subtle" color="gray" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {end && <div className={classes.end}>{end}</div>}
    </search>
  )
}
