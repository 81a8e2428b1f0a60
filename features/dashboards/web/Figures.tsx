import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { Link } from '#ui/Link.tsx'
import classes from './Figures.module.css'

interface FiguresProps {
  /** The list's name for assistive technology. */
  label: string
  figures: readonly { label: string; value: number; href: string }[]
}

/** Totals on one line, each a link to what it counts. */
export function Figures({ label, figures }: FiguresProps): ReactNode {
  return (
    <ul className={classes.figures} aria-label={label}>
      {figures.map((figure) => (
        <li key={figure.label}>
          <Link href={figure.href} className={classes.figure}>
            <span className={classes.label}>{figure.label}</span>{' '}
            <b className={classes.value}>{formatNumber(figure.value)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
