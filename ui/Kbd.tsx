import classes from './Kbd.module.css'

/** Keys of a shortcut; 'mod' is ⌘ on Apple systems and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys} aria-hidden>
      {keys.map((key) => (
        <kbd key={key}>{key === 'mod' ? modKey() : key}</kbd>
      ))}
    </span>
  )
}

const modKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
