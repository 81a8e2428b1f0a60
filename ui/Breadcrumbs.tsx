import { IconChevronRight } from '@tabler/icons-react'

import { Link } from './Link.tsx'
import classes from './Breadcrumbs.module.css'

export interface Crumb {
  label: string
  href: string
}

/** The path to the current page. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.list}>
        {items.map((item, index) => (
          <li key={item.href}>
            <Link href={item.href}>{item.label}</Link>
            {index < items.length - 1 && <IconChevronRight size={14} aria-hidden />}
          </li>
        ))}
      </ol>
    </nav>
  )
}
