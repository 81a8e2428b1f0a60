import { expect, test } from 'vitest'
import { boundaryText } from './ErrorBoundary.tsx'
import { activeHref } from './nav.ts'
import { badgeCount } from './notification-bell.ts'

test('the error boundary changes its advice after more than 2 retries', () => {
  const first = 'An error occurred while loading this page. Please try again.'
  const later = "We're having trouble loading this page. Please try refreshing or go back to the home page."
  expect([0, 1, 2, 3, 4].map(boundaryText)).toEqual([first, first, first, later, later])
})

test('the badge says 9+ above 9', () => {
  expect([1, 9, 10, 400].map(badgeCount)).toEqual(['1', '9', '9+', '9+'])
})

test('the entry of a page is the longest address above it', () => {
  const groups = [
    {
      items: ['/school', '/school/students', '/s'].map((href) => ({
        label: href,
        href,
        icon: null as never,
      })),
    },
  ]
  expect(activeHref(groups, '/school/students/4')).toBe('/school/students')
  expect(activeHref(groups, '/school/studentsx')).toBe('/school')
  expect(activeHref(groups, '/other')).toBeUndefined()
})
