import type { ReactNode } from 'react'

import classes from './FormFooter.module.css'

interface FormFooterProps {
  /** The button that goes back first, the one that sends the form last. */
  children: ReactNode
  /** Shown next to the buttons: whom it reaches, or why it cannot be sent yet. */
  note?: ReactNode
  /** For a long form on a page of its own; in a dialog or drawer the buttons are always visible. */
  isSticky?: boolean
}

/** The buttons at the end of a form, to the right; on a phone as wide as the screen. In a dialog they stay visible. */
export function FormFooter({ children, note, isSticky = false }: FormFooterProps) {
  return (
    <div className={classes.footer} data-sticky={isSticky || undefined}>
      {note && <div className={classes.note}>{note}</div>}
      {children}
    </div>
  )
}
