import { useSyncExternalStore } from 'react'

import classes from './Kbd.module.css'

/** The keys of a shortcut; 'mod' is ⌘ on Apple systems and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  const mod = useSyncExternalStore(never, modKey, () => 'Ctrl')
  return (
    <span className={classes.keys} aria-hidden>
      {keys.map((key) => (
        <kbd key={key}>{key === 'mod' ? mod : key}</kbd>
      ))}
    </span>
  )
}

/** The keyboard never changes. */
const never = () => () => {}
const modKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
