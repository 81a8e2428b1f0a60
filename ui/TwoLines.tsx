import type { ReactNode } from 'react'
import classes from './TwoLines.module.css'

interface TwoLinesProps {
  first: ReactNode
  /** Smaller, below the first; left out if empty. */
  second?: ReactNode
  /** Keeps each of the two on one line, such as a day and its hours. */
  isWhole?: boolean
}

/** A cell of a list with two lines: the main fact, and a detail. */
export function TwoLines({ first, second, isWhole }: TwoLinesProps): ReactNode {
  return (
    <span className={isWhole ? classes.whole : undefined}>
      {first}
      {second && <span className={classes.second}>{second}</span>}
    </span>
  )
}
