import { useEffect, useState, type ReactNode } from 'react'

import { Link } from './Link.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Wordmark } from './Wordmark.tsx'
import classes from './PublicFrame.module.css'

export interface PublicLink {
  label: string
  href: string
}

export interface FooterGroup {
  label: string
  links: readonly PublicLink[]
}

interface PublicFrameProps {
  nav: readonly PublicLink[]
  currentPath?: string
  /** At the end of the header: sign in (plain) and sign up (filled), or the link to the dashboard. */
  signIn?: PublicLink
  signUp?: PublicLink
  footer?: readonly FooterGroup[]
  /** One line below the footer's links. */
  footNote?: ReactNode
  children: ReactNode
}

/** The layout of the public pages: header with a disclosure menu on phones, main, footer. */
export function PublicFrame({
  nav,
  currentPath = '',
  signIn,
  signUp,
  footer = [],
  footNote,
  children,
}: PublicFrameProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  const [path, setPath] = useState(currentPath)
  if (path !== currentPath) {
    setPath(currentPath)
    setOpen(false)
  }
  return (
    <div className={classes.frame}>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link href="/" className={classes.home} aria-label="Placewell, home">
            <Wordmark size={28} />
          </Link>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls="public-menu"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close menu' : 'Menu'}
          </button>
          <div id="public-menu" className={classes.menu} data-open={isOpen || undefined}>
            <nav aria-label="Main">
              <ul className={classes.links}>
                {nav.map(({ label, href }) => (
                  <li key={href}>
                    <Link href={href} aria-current={href === currentPath ? 'page' : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <div className={classes.buttons}>
              {signIn && (
                <Link href={signIn.href} className={classes.signIn}>
                  {signIn.label}
                </Link>
              )}
              {signUp && (
                <Link href={signUp.href} className={classes.signUp}>
                  {signUp.label}
                </Link>
              )}
            </div>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <div className={classes.foot}>
          <div className={classes.footBrand}>
            <Wordmark size={24} />
            {footNote && <div>{footNote}</div>}
          </div>
          {footer.map((group) => (
            <nav key={group.label} aria-label={group.label}>
              <p className={classes.footLabel}>{group.label}</p>
              <ul>
                {group.links.map(({ label, href }) => (
                  <li key={href}>
                    <Link href={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </footer>
    </div>
  )
}
