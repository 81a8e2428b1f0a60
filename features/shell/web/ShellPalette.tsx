import { type ReactNode, useCallback } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { findAll } from '#features/search/web/public.ts'
import { CommandPalette } from '#ui/CommandPalette.tsx'
import type { Command } from '#ui/palette-host.ts'
import { pageKeywords } from './page-keywords.ts'
import { type PageEntry, pagesFor } from './pages.ts'

/** The palette with every page that the person may open, and search by name; loaded when first opened. */
export function ShellPalette({ more }: { more: readonly Command[] }): ReactNode {
  const me = useMe()
  const find = useCallback((words: string, signal: AbortSignal) => findAll(me.role, words, signal), [me.role])
  const entries = pagesFor({ role: me.role, isPreceptor: me.is_preceptor })
  return <CommandPalette commands={[...entries.map(commandOf), ...more]} find={find} />
}

const commandOf = ({ href, label, area, icon }: PageEntry): Command => ({
  id: href,
  label: area === 'any' ? label : `${areaLabels[area]}: ${label}`,
  group: 'Go to',
  href,
  icon,
  keywords: [href, ...(pageKeywords[href]?.split(' ') ?? [])],
})

const areaLabels = {
  admin: 'Administration',
  school: 'School',
  facility: 'Facility',
  student: 'Student',
  proctor: 'Proctor',
  preceptor: 'Preceptor',
} as const
