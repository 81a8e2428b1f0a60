import { memo, useId, type ReactNode } from 'react'

import { Link } from './Link.tsx'
import type { NavGroup, NavItem } from './nav.ts'
import classes from './SideNav.module.css'

interface SideNavProps {
  groups: readonly NavGroup[]
  current: string | undefined
  /** Above the entries: the brand. */
  head?: ReactNode
  footer?: ReactNode
}

/** The grouped navigation of a signed-in area, on its tone's dark ground. */
export function SideNav({ groups, current, head, footer }: SideNavProps) {
  return (
    <nav className={classes.root} aria-label="Main">
      {head}
      <div className={classes.nav}>
        {groups.map((group, index) => (
          <Entries key={group.label ?? index} group={group} current={current} />
        ))}
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </nav>
  )
}

function Entries({ group, current }: { group: NavGroup; current: string | undefined }) {
  const id = useId()
  return (
    <div>
      {group.label && (
        <p id={id} className={classes.label}>
          {group.label}
        </p>
      )}
      <ul className={classes.list} aria-labelledby={group.label && id}>
        {group.items.map((item) => (
          <Entry key={item.href} {...item} isCurrent={item.href === current} />
        ))}
      </ul>
    </div>
  )
}

/** Rendered again only for the previous and the new current entry. */
const Entry = memo(function Entry({
  label,
  href,
  icon: Mark,
  badge,
  isCurrent,
}: NavItem & { isCurrent: boolean }) {
  return (
    <li>
      <Link href={href} className={classes.item} aria-current={isCurrent ? 'page' : undefined}>
        <Mark size={18} stroke={1.7} aria-hidden />
        <span className={classes.text}>{label}</span>
        {badge ? <span className={classes.badge}>{badge > 99 ? '99+' : badge}</span> : null}
      </Link>
    </li>
  )
})
