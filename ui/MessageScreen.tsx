import type { ReactNode } from 'react'

import { Link } from './Link.tsx'
import { Mark } from './Mark.tsx'
import classes from './Screens.module.css'

export interface NextStep {
  label: string
  href: string
}

export interface MessageScreenProps {
  title: string
  text: ReactNode
  /** Small, above the title: "404". */
  code?: string
  /** Where to go from here; the first is the main one. */
  steps?: readonly NextStep[]
  /** Buttons, if a link is not enough. */
  actions?: ReactNode
}

/** A whole screen with one message and where to go next. */
export function MessageScreen({ title, text, code, steps = [], actions }: MessageScreenProps) {
  return (
    <div className={classes.screen}>
      <title>{`${title} · Placewell`}</title>
      <span className={classes.mark}>
        <Mark size={44} />
      </span>
      {code && <p className={classes.code}>{code}</p>}
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{text}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
      {steps.length > 0 && (
        <ul className={classes.steps}>
          {steps.map((step) => (
            <li key={step.href}>
              <Link href={step.href}>{step.label}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
