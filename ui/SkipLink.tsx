import classes from './SkipLink.module.css'

/** The first stop of the keyboard: skips the navigation. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip} data-no-print>
      Skip to main content
    </a>
  )
}
