import type { ReactNode } from 'react'
import classes from './SitePage.module.css'

interface SitePageProps {
  /** Shown as the heading and in the browser tab. */
  title: string
  /** One sentence for search engines and link previews. */
  description: string
  /** Below the heading. */
  lead?: ReactNode
  /** 'narrow' for reading and forms. */
  width?: 'narrow' | 'normal'
  children: ReactNode
}

/** A page of the site: tab title, description, heading, content. */
export function SitePage({ title, description, lead, width = 'normal', children }: SitePageProps): ReactNode {
  return (
    <div className={classes.page} data-width={width}>
      <title>{`${title} · Placewell`}</title>
      <meta name="description" content={description} />
      <header className={classes.header}>
        <h1>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  )
}
