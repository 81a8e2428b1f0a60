import type { ReactNode } from 'react'
import type { SchoolStanding } from '#core/school-standing.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { standingWords } from './standing-words.ts'
import classes from './StandingBanner.module.css'

/** On every page, from its first paint, for as long as it is true: a payment of the school is late, or it is read-only. */
export function StandingBanner({
  standing,
  school,
}: {
  standing: SchoolStanding
  school: string | null
}): ReactNode {
  const { title, text, more, link } = standingWords(standing, school ?? 'Your school')
  return (
    <Banner
      look="bar"
      kind={standing.status === null ? 'info' : 'warning'}
      title={title}
      action={link && <Link href="/billing">{link}</Link>}
    >
      {text}
      {more && <span className={classes.more}> {more}</span>}
    </Banner>
  )
}
