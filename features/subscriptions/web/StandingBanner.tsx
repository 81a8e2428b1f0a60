import type { ReactNode } from 'react'
import type { SchoolNotice } from '#core/school-standing.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import classes from './StandingBanner.module.css'

/** On every page, from its first paint, for as long as it is true: a payment of the school is late, or it is read-only. */
export function StandingBanner({ notice: { title, text, more, link } }: { notice: SchoolNotice }): ReactNode {
  return (
    <Banner
      look="bar"
      kind={link ? 'warning' : 'info'}
      title={title}
      action={link && <Link href="/billing">{link}</Link>}
    >
      {text}
      {more && <span className={classes.more}> {more}</span>}
    </Banner>
  )
}
