import type { Icon } from '@tabler/icons-react'
import { formatNumber } from '#core/number-text.ts'
import type { ReactNode } from 'react'

import { Link } from './Link.tsx'
import type { Hue } from './theme.ts'
import classes from './StatCard.module.css'

interface StatCardProps {
  label: string
  value: ReactNode
  /** What it means, or how it changed: "12 of 40 approved". */
  hint?: ReactNode
  /** Makes the whole card a link. */
  href?: string
  icon?: Icon
  hue?: Hue
}

/** One number with its name. */
export function StatCard({ label, value, hint, href, icon: Mark, hue = 'evergreen' }: StatCardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.label}>
        {Mark && (
          <span
            className={classes.mark}
            style={{ color: `var(--pw-${hue}-ink)`, background: `var(--pw-${hue}-tint)` }}
          >
            <Mark size={16} stroke={1.8} aria-hidden />
          </span>
        )}
        {href ? (
          <Link href={href} className={classes.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </div>
      <div className={classes.value}>{typeof value === 'number' ? formatNumber(value) : value}</div>
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}

/** Stat cards next to each other, as many as fit. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
