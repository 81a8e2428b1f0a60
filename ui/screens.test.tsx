import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { ErrorBoundary, ErrorBoundaryScreen } from './ErrorBoundary.tsx'
import { Loaded } from './Loaded.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { RouteErrorScreen } from './RouteErrorScreen.tsx'
import { UserMenuPanel } from './UserMenuPanel.tsx'

// Panels are open, as after their first use.
vi.mock('./lazy-panel.ts', () => ({
  useOpenOnMount: () => ({ target: { current: null }, isOpen: true, setOpen: () => {} }),
}))

/** The text on the screen, one line for each element that has some. */
function wordsOf(element: ReactElement): string[] {
  const markup = renderToStaticMarkup(<MantineProvider env="test">{element}</MantineProvider>)
  return markup
    .replace(/<(style|title).*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((words) => words.replaceAll('&#x27;', "'").trim())
    .filter(Boolean)
}
const nothing = () => {}

test('while something loads, the screen says "Loading page..."', () => {
  expect(wordsOf(<LoadingScreen />)).toEqual(['Loading page...'])
  expect(wordsOf(<RouteErrorScreen variant="loading" />)).toEqual(['Loading page...'])
})

test('a route that failed says what can be done (Spec §8)', () => {
  expect(wordsOf(<RouteErrorScreen />)).toEqual([
    'Something went wrong',
    'Please try refreshing the page or contact support if the issue persists.',
    'Refresh Page',
  ])
})

test('a page whose subject does not exist links to the page before it; one that failed offers a retry', () => {
  const page = (status: number) => {
    const error = Object.assign(new Error('We can’t find that report.'), { status, requestId: 'r-7' })
    const query = { isPending: false, isError: true, error, refetch: nothing }
    const crumbs = [{ label: 'Reports', href: '/reports' }]
    return wordsOf(
      <Loaded breadcrumbs={crumbs} query={query} failedTitle="This report couldn’t be loaded">
        {() => null}
      </Loaded>,
    )
  }
  expect(page(404)).toEqual(['We can’t find that report.', 'Reports'])
  expect(page(503)).toEqual([
    'This report couldn’t be loaded',
    'We can’t find that report.',
    'Request ID: r-7',
    'Try again',
  ])
})

describe('the error boundary (Spec §8)', () => {
  const screen = (retries: number, onReport?: () => void) =>
    wordsOf(<ErrorBoundaryScreen retries={retries} onRetry={nothing} onHome={nothing} onReport={onReport} />)

  test('has a title, advice that changes after more than 2 retries, and buttons', () => {
    expect(screen(2)).toEqual([
      'Something went wrong',
      'An error occurred while loading this page. Please try again.',
      'Try Again',
      'Go to Home Page',
    ])
    expect(screen(3)[1]).toBe(
      "We're having trouble loading this page. Please try refreshing or go back to the home page.",
    )
    expect(screen(0, nothing).at(-1)).toBe('Report This Error')
  })

  test('counts each retry, and shows the page again until it fails again', () => {
    const boundary = new ErrorBoundary({ children: 'the page' })
    boundary.setState = ((change: (state: typeof boundary.state) => object) => {
      boundary.state = { ...boundary.state, ...change(boundary.state) }
    }) as never
    const retries: number[] = []
    for (let i = 0; i < 4; i++) {
      boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError(new Error('broken')) }
      const shown = boundary.render() as ReactElement<{ retries: number; onRetry: () => void }>
      retries.push(shown.props.retries)
      shown.props.onRetry()
      expect(boundary.render()).toBe('the page')
    }
    expect(retries).toEqual([0, 1, 2, 3])
  })

  test('goes home, by the given function or by loading / again', () => {
    const shownWith = (props: { onHome?: () => void }) => {
      const boundary = new ErrorBoundary({ ...props, children: null })
      boundary.state = { error: new Error('broken'), retries: 0 }
      return boundary.render() as ReactElement<{ onHome: () => void }>
    }
    const onHome = vi.fn<() => void>()
    shownWith({ onHome }).props.onHome()
    expect(onHome).toHaveBeenCalledOnce()
    const assign = vi.fn<(href: string) => void>()
    vi.stubGlobal('window', { location: { assign } })
    shownWith({}).props.onHome()
    vi.unstubAllGlobals()
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
  })
})

describe('the notifications popover (Spec §2)', () => {
  const one = { id: '1', title: 'Shift changed', message: 'Now at 7', createdAt: '2026-05-04T09:00:00Z' }
  const panel = (
    unread: number,
    notifications: React.ComponentProps<typeof NotificationsPanel>['notifications'],
    hasFailed = false,
  ) =>
    wordsOf(
      <NotificationsPanel
        unread={unread}
        notifications={notifications}
        hasFailed={hasFailed}
        onSelect={nothing}
        onMarkAllRead={nothing}
      />,
    )

  test('has its heading, and says that it is loading, failed or empty', () => {
    expect(panel(0, undefined)).toEqual(['Notifications', 'Loading notifications...'])
    expect(panel(0, undefined, true)).toEqual(['Notifications', 'Notifications couldn’t be loaded'])
    expect(panel(0, [{ ...one, isRead: true }], true)).toContain('Shift changed')
    expect(panel(0, [])).toEqual(['Notifications', 'No notifications yet'])
  })

  test('offers "Mark all as read" above 0 unread', () => {
    expect(panel(12, [{ ...one, isRead: false }])).toEqual(
      expect.arrayContaining(['9+', 'Notifications', 'Mark all as read', 'Shift changed', 'Now at 7']),
    )
    expect(panel(0, [{ ...one, isRead: true }])).not.toContain('Mark all as read')
  })
})

test('the user menu shows the full name or "User", the email, and "Sign out" (Spec §2)', () => {
  const menu = (fullName: string | null) =>
    wordsOf(<UserMenuPanel fullName={fullName} email="nora@example.edu" onSignOut={nothing} />)
  expect(menu('Nora Lind')).toEqual(expect.arrayContaining(['Nora Lind', 'nora@example.edu', 'Sign out']))
  expect(menu('Nora Lind')).not.toContain('User')
  expect(menu(' ')).toContain('User')
  expect(menu(null)).toContain('User')
})
