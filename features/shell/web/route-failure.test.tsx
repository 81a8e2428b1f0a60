import { ORPCError } from '@orpc/client'
import { onlineManager } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RouteFailedScreen } from './RouteFailedScreen.tsx'
import { routeFailure } from './route-failure.ts'

vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  Navigate: (({ to }: { to: string }) => `goes to ${to}`) as never,
}))
afterEach(() => vi.unstubAllGlobals())

const refused = (status: number) => new ORPCError('REFUSED', { status, message: 'No.' })
const screenOf = (error: Error) => renderToStaticMarkup(<RouteFailedScreen error={error} reset={() => {}} />)

test('a 404 goes to the home page, a 403 or 401 to sign-in, anything else shows an error (Spec §8)', () => {
  expect(routeFailure(refused(404))).toEqual({ to: '/' })
  expect([403, 401].map((status) => routeFailure(refused(status)))).toEqual([
    { to: '/login' },
    { to: '/login' },
  ])
  const others = [refused(500), refused(409), new TypeError('Failed to fetch'), new Error('404'), 'thrown']
  for (const error of others) expect(routeFailure(error)).toEqual({ show: 'error' })
})

test('code that did not load reloads the page once, with a spinner; the second time the error shows', async () => {
  const kept = new Map<string, string>()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const broken = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
  const first = broken()
  expect(screenOf(first)).toContain('Loading page...')
  expect(screenOf(first)).toContain('Loading page...')
  expect(reload).toHaveBeenCalledOnce()
  // The page that was reloaded.
  vi.resetModules()
  const { routeFailure: next } = await import('./route-failure.ts')
  expect(next(broken())).toEqual({ show: 'error' })
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection, a page that was not opened before says so, and is not reloaded', () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('window', { location: { reload } })
  onlineManager.setOnline(false)
  expect(screenOf(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toContain(
    'You’re offline',
  )
  onlineManager.setOnline(true)
  expect(reload).not.toHaveBeenCalled()
})

test('the screen goes where the failure says', () => {
  expect(screenOf(refused(404))).toBe('goes to /')
  expect(screenOf(refused(403))).toBe('goes to /login')
  expect(screenOf(refused(500))).toContain('Refresh Page')
})
