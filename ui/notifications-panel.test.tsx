import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { NotificationsPanel } from './NotificationsPanel.tsx'

vi.mock('./lazy-panel.ts', () => ({
  useOpenOnMount: () => ({ target: { current: null }, isOpen: true, setOpen: () => {} }),
}))

const row = { id: '1', title: 'You are on a shift', message: 'Tomorrow.', createdAt: '2026-11-30T12:00:00Z' }

test.each([
  ['not here yet', { notifications: undefined }, 'Loading notifications...'],
  ['that failed', { notifications: undefined, hasFailed: true }, 'Notifications couldn’t be loaded'],
  ['that is empty', { notifications: [] }, 'No notifications yet'],
  ['with a row', { notifications: [{ ...row, isRead: false }] }, 'You are on a shift'],
  [
    'whose last refresh failed',
    { notifications: [{ ...row, isRead: true }], hasFailed: true },
    'You are on a shift',
  ],
] as const)('a list %s shows one of its states (Spec §2)', (_what, props, text) => {
  const markup = renderToStaticMarkup(
    <MantineProvider env="test">
      <NotificationsPanel unread={3} onSelect={() => {}} onMarkAllRead={() => {}} {...props} />
    </MantineProvider>,
  )
  const states = ['Loading notifications...', 'Notifications couldn’t', 'No notifications yet', row.title]
  expect(states.filter((state) => markup.includes(state))).toEqual(states.filter((s) => text.startsWith(s)))
})
