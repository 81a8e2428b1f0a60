import type { ReactNode } from 'react'
import type { SchoolNotice } from '#core/school-payment-status.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import classes from './PaymentBanner.module.css'

/** On every page, from its first paint, while the school has a late payment or is read-only. */
export function PaymentBanner({ notice: { title, text, more, link } }: { notice: SchoolNotice }): ReactNode {
  return (
    <Banner
      look="bar"
      kind={link ? 'warning' : 'info'}
      title={title}
      action={link && <Link href={link.href}>{link.label}</Link>}
    >
      {text}
      {more && <span className={classes.more}> {more}</span>}
    </Banner>
  )
}
