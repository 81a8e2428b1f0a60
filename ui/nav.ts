import type { Icon } from '@tabler/icons-react'

export interface NavItem {
  label: string
  href: string
  icon: Icon
  /** A count at the end of the entry; 0 and undefined render nothing. */
  badge?: number | undefined
}

export interface NavGroup {
  /** If not set, the entries come first, without a heading. */
  label?: string
  items: readonly NavItem[]
}

/** The entry of a path: the one with the longest address that is the path or a parent of it. */
export function activeHref(groups: readonly NavGroup[], path: string): string | undefined {
  return groups
    .flatMap((group) => group.items.map((item) => item.href))
    .filter((href) => path === href || path.startsWith(href.endsWith('/') ? href : `${href}/`))
    .sort((a, b) => b.length - a.length)[0]
}
