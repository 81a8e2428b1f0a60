import { Mark } from './Mark.tsx'
import classes from './Wordmark.module.css'

/** Mark and name; `size` is the mark's height in pixels. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.wordmark} style={{ fontSize: size * 0.75 }}>
      <Mark size={size} />
      Placewell
    </span>
  )
}
