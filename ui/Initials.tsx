import { initialsOf } from './initials.ts'
import classes from './Initials.module.css'

interface InitialsProps {
  fullName?: string | null | undefined
  email: string
  /** Pixels; 32 by default. */
  size?: number
}

/** A person as a circle with initials; decoration next to the name. */
export function Initials({ fullName, email, size = 32 }: InitialsProps) {
  return (
    <span
      className={classes.disc}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      // Rendered by CSS, because as text the initials would have to be part of the button's name.
      data-initials={initialsOf(fullName, email)}
      aria-hidden
    />
  )
}
