import { stateLook, type StateName } from './states.ts'
import classes from './StateBadge.module.css'

interface StateBadgeProps {
  state: StateName | (string & {})
  /** Another word for the same state: "Open for requests". */
  label?: string
}

/** A state in the product's color language: icon, word, color. */
export function StateBadge({ state, label }: StateBadgeProps) {
  const look = stateLook(state)
  const Icon = look.icon
  return (
    <span
      className={classes.badge}
      style={{
        color: `var(--pw-${look.hue}-ink)`,
        background: `var(--pw-${look.hue}-tint)`,
        borderColor: `var(--pw-${look.hue}-edge)`,
      }}
    >
      <Icon size={14} stroke={2} aria-hidden />
      {label ?? look.label}
    </span>
  )
}
