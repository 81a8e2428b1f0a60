import type { ReactNode } from 'react'
import classes from './TwoLines.module.css'

interface TwoLinesProps {
  first: ReactNode
  /** Smaller, below the first; left out where there is nothing. */
  second?: ReactNode
  /** Keeps each of both in one line, as a day and its hours. */
  isWhole?: boolean
}

/** A cell of a list in two lines: what it is, and what goes with it. */
export function TwoLines({ first, second, isWhole }: TwoLinesProps): ReactNode {
  return (
    <span className={isWhole ? classes.whole : undefined}>
      {first}
      {second && <span className={classes.second}>{second}</span>}
    </span>
  )
}
