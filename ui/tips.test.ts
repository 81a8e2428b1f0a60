import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { iconName, tipTiming } from './tips.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("a tip comes after 700 ms, its neighbor's at once within 300 (Spec §9)", () => {
  const rendered: (string | undefined)[] = []
  const timing = tipTiming<string>((target) => rendered.push(target))
  timing.want('bell')
  vi.advanceTimersByTime(699)
  expect(rendered).toEqual([])
  vi.advanceTimersByTime(1)
  expect(rendered).toEqual(['bell'])
  timing.drop()
  vi.advanceTimersByTime(299)
  timing.want('search')
  expect(rendered).toEqual(['bell', undefined, 'search'])
  timing.drop()
  vi.advanceTimersByTime(300)
  timing.want('bell')
  vi.advanceTimersByTime(699)
  expect(rendered).toHaveLength(4)
  timing.drop()
  vi.advanceTimersByTime(1_000)
  expect(rendered).toHaveLength(4)
})

test('the keyboard does not wait', () => {
  const rendered: (string | undefined)[] = []
  const timing = tipTiming<string>((target) => rendered.push(target))
  timing.want('bell', true)
  timing.want('bell')
  expect(rendered).toEqual(['bell'])
})

test.each([
  ['Close', '', 'Close'],
  ['Notifications, 12 unread', ' 9+ ', 'Notifications, 12 unread'],
  ['Edit Fall 2026', 'Edit', null],
  [null, '', null],
])('a button named %s that shows “%s” has the tip %s', (label, textContent, expected) => {
  const getAttribute = (name: string) => (name === 'aria-label' ? label : null)
  expect(iconName({ getAttribute, textContent })).toBe(expected)
})

test('a tip does not cover what its button has opened', () => {
  const named = { 'aria-label': 'Notifications' } as Record<string, string>
  const name = (attributes: Record<string, string>) =>
    iconName({ getAttribute: (key) => attributes[key] ?? null, textContent: '' })
  expect(name({ ...named, 'aria-expanded': 'false' })).toBe('Notifications')
  expect(name({ ...named, 'aria-expanded': 'true' })).toBeNull()
})
