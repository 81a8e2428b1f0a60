import type { Icon } from '@tabler/icons-react'

export interface NavItem {
  label: string
  href: string
  icon: Icon
  /** A count at the end of the entry; 0 and undefined draw nothing. */
  badge?: number | undefined
}

export interface NavGroup {
  /** Without it, the entries stand on top. */
  label?: string
  items: readonly NavItem[]
}

/** The entry the path belongs to: the longest address that is the path or a folder above it. */
export function activeHref(groups: readonly NavGroup[], path: string): string | undefined {
  return groups
    .flatMap((group) => group.items.map((item) => item.href))
    .filter((href) => path === href || path.startsWith(href.endsWith('/') ? href : `${href}/`))
    .sort((a, b) => b.length - a.length)[0]
}
