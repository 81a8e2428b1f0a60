import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { Hue } from './theme.ts'
import classes from './Banner.module.css'

type Kind = 'info' | 'success' | 'warning' | 'danger' | 'context'

interface BannerProps {
  kind?: Kind
  title?: string
  children?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
  /** 'bar' is as wide as the window (impersonation), 'card' is part of a page. */
  look?: 'card' | 'bar'
  /** Read aloud when it appears. */
  live?: boolean
}

const kinds: Record<Kind, { hue: Hue; icon: Icon }> = {
  info: { hue: 'blue', icon: IconInfoCircle },
  success: { hue: 'green', icon: IconCircleCheck },
  warning: { hue: 'yellow', icon: IconAlertTriangle },
  danger: { hue: 'red', icon: IconAlertTriangle },
  context: { hue: 'clay', icon: IconUserShield },
}

/** Something to know about this page, or about whom the viewer acts as. */
export function Banner({ kind = 'info', title, children, action, look = 'card', live = false }: BannerProps) {
  const { hue, icon: Mark } = kinds[kind]
  return (
    <div
      className={classes.banner}
      data-look={look}
      role={live ? 'alert' : undefined}
      style={{
        color: `var(--pw-${hue}-ink)`,
        background: `var(--pw-${hue}-tint)`,
        borderColor: `var(--pw-${hue}-edge)`,
      }}
    >
      <Mark size={18} stroke={1.8} aria-hidden />
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
