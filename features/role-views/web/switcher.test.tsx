import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Role } from '#core/roles.ts'
import { RoleSwitcherMenu } from './RoleSwitcherMenu.tsx'
import { RoleSwitcherSlot } from './RoleSwitcherSlot.tsx'

const now = vi.hoisted(() => ({ role: 'superadmin' as Role, path: '/school/students' }))
vi.mock('#features/accounts/web/public.ts', () => ({
  useMe: () => ({ role: now.role, is_preceptor: false }),
}))
vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  useLocation: (() => now.path) as never,
}))
// The menu is open, as after its first use.
vi.mock('#ui/lazy-panel.ts', () => ({
  useOpenOnMount: () => ({ target: { current: null }, isOpen: true, setOpen: () => {} }),
  useLazyPanel: () => ({ Panel: undefined, handlers: {} }),
}))

const markupOf = (element: React.ReactElement) =>
  renderToStaticMarkup(<MantineProvider env="test">{element}</MantineProvider>).replace(
    /<style.*?<\/style>/gs,
    '',
  )
const wordsOf = (markup: string) => markup.split(/<[^>]*>/).filter(Boolean)

test('the menu is titled, and lists every dashboard with an icon and the current one with a badge (Spec §2)', () => {
  const markup = markupOf(<RoleSwitcherMenu path="/school/students" />)
  const [button, ...menu] = wordsOf(markup)
  expect(button).toBe('School View')
  expect(menu).toEqual([
    'Switch Role View',
    'Admin Dashboard',
    'Student View',
    'Facility View',
    'School View',
    'Current',
    'Proctor View',
  ])
  const entries = markup.split('<a ').slice(1)
  const icons = entries.map((entry) => /<svg.*?<\/svg>/s.exec(entry)?.[0])
  expect(icons).toHaveLength(5)
  expect(new Set(icons).size).toBe(5)
  expect(icons).not.toContain(undefined)
  expect(entries.filter((entry) => entry.includes('aria-current="true"'))).toHaveLength(1)
  expect(wordsOf(markupOf(<RoleSwitcherMenu path="/shifts" />))).not.toContain('Current')
})

test.each<[Role, string[]]>([
  ['superadmin', ['School View']],
  ['school_super_admin', []],
  ['school_admin', []],
  ['facility_admin', []],
  ['proctor', []],
  ['student', []],
])('a %s sees the switcher: %j', (role, words) => {
  now.role = role
  expect(wordsOf(markupOf(<RoleSwitcherSlot />))).toEqual(words)
})
