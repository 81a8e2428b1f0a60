import { Mark } from './Mark.tsx'
import classes from './Screens.module.css'

/** Fills the window while the session or a page is loading; "Loading page..." by default (Spec §8). */
export function LoadingScreen({ text = 'Loading page...' }: { text?: string }) {
  return (
    <output className={classes.screen}>
      <span className={classes.mark}>
        <Mark size={44} />
      </span>
      <span className={classes.spinner} aria-hidden />
      <p className={classes.text}>{text}</p>
    </output>
  )
}
