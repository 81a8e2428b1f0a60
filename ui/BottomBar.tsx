import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import type { NavItem } from './nav.ts'
import classes from './BottomBar.module.css'

interface BottomBarProps {
  /** Three or four pages; the rest is behind "More". */
  items: readonly NavItem[]
  current: string | undefined
  isMenuOpen: boolean
  onMore: () => void
}

/** The pages a person on the go needs most, at the bottom; rendered on a phone only. */
export function BottomBar({ items, current, isMenuOpen, onMore }: BottomBarProps): ReactNode {
  const isElsewhere = !items.some(({ href }) => href === current)
  return (
    <nav className={classes.bar} aria-label="Quick access" data-bottom-bar>
      {items.map(({ label, href, icon: Mark }) => (
        <Link
          key={href}
          href={href}
          className={classes.item}
          aria-current={href === current ? 'page' : undefined}
        >
          <Mark size={22} stroke={1.7} aria-hidden />
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={classes.item}
        aria-expanded={isMenuOpen}
        data-current={isElsewhere || undefined}
        onClick={onMore}
      >
        <IconDots size={22} stroke={1.7} aria-hidden />
        More
      </button>
    </nav>
  )
}
