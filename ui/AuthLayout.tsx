import type { ReactNode } from 'react'

import { Link } from './Link.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Wordmark } from './Wordmark.tsx'
import classes from './AuthLayout.module.css'

export interface AuthLayoutProps {
  /** The page's heading, also the title of the browser tab. */
  title: string
  description?: ReactNode
  children: ReactNode
  /** Below the card: "New to Placewell? Sign up". */
  footer?: ReactNode
  /** The text on the side panel of wide screens. */
  aside?: { heading: string; points?: readonly string[] }
  /** 'wide' for sign-up forms in two columns. */
  width?: 'normal' | 'wide'
}

const defaultAside = {
  heading: 'Every student, well placed.',
  points: [
    'Semesters copied with their weekdays kept',
    'One sign-in for the whole program',
    'Every change with who made it, and why',
  ],
}

/**
 * The layout of sign-in, sign-up and the other auth pages: a centered form, with the brand next to it on wide screens. Needs no Mantine.
 */
export function AuthLayout({
  title,
  description,
  children,
  footer,
  aside = defaultAside,
  width = 'normal',
}: AuthLayoutProps) {
  return (
    <div className={classes.frame}>
      <title>{`${title} · Placewell`}</title>
      <SkipLink />
      <aside className={classes.aside} aria-label="About Placewell">
        <Link href="/" className={classes.asideHome} aria-label="Placewell, home">
          <Wordmark size={30} />
        </Link>
        <Rota />
        <div>
          <p className={classes.promise}>{aside.heading}</p>
          {aside.points && (
            <ul className={classes.points}>
              {aside.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </div>
      </aside>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.content} data-width={width}>
          <Link href="/" className={classes.home} aria-label="Placewell, home">
            <Wordmark size={28} />
          </Link>
          <h1 className={classes.title}>{title}</h1>
          {description && <div className={classes.description}>{description}</div>}
          <div className={classes.body}>{children}</div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
      </main>
    </div>
  )
}

/* Four weeks of a schedule: 1 is a working day; the clay one is today. */
const rota = ['0110010', '1100110', '0011010', '0120100']

function Rota() {
  return (
    <div className={classes.rota} aria-hidden>
      {rota.flatMap((week, row) =>
        [...week].map((day, column) => <i key={`${row}-${column}`} data-day={day} />),
      )}
    </div>
  )
}
