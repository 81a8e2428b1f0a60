import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose pages fail to load some of their code: its session storage, and how often a page was reloaded. */
function browser() {
  const kept = new Map<string, string>()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  /** A new page: each file fails to load, and its error reaches the route; returns what the route shows. */
  const open = async (...files: string[]) => {
    let fail: (event: Event) => void = () => {}
    vi.stubGlobal('window', {
      location: { reload },
      addEventListener: (_: string, listener: typeof fail) => (fail = listener),
    })
    vi.resetModules()
    const { reloadOnceOnLoadFailure, reloadsFor } = await import('./load-failure.ts')
    reloadOnceOnLoadFailure()
    return files.map((file) => {
      const error = new TypeError(`Failed to fetch dynamically imported module: ${file}`)
      const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
      fail(event)
      // The router reloads by itself if there is nothing under this key.
      const isRoutersReload = !event.defaultPrevented && !kept.has(`tanstack_router_reload:${error.message}`)
      return event.defaultPrevented
        ? 'reloads'
        : isRoutersReload || reloadsFor(error)
          ? 'reloads again'
          : 'says so'
    })
  }
  return { open, reload }
}

test('a page reloads once, however much of its code keeps failing (Spec §4)', async () => {
  const { open, reload } = browser()
  expect(await open('/a.js', '/b.js', '/c.js')).toEqual(['reloads', 'reloads', 'reloads'])
  expect(await open('/a.js', '/b.js', '/c.js')).toEqual(['says so', 'says so', 'says so'])
  expect(reload).toHaveBeenCalledOnce()
})
