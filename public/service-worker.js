// Opens the app without a connection: the bare document and the code that this device has used. No personal data from the server is kept
// here; platform/web/offline-answers.ts keeps a page's answers, for one person, and erases them with the session.
const CACHE = 'placewell-shell'
const SHELL = '/index.html'
const FILES = ['/early.js', '/favicon.svg', '/favicon.ico', '/manifest.webmanifest']
const isCode = (path) => path.startsWith('/assets/') || FILES.includes(path)

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]).catch(() => {}),
  ),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|rpc)\//.test(pathname)) event.respondWith(openPage(event))
  } else if (isCode(pathname)) event.respondWith(openCode(request, pathname))
})

/** The page from the server; without a connection the bare document, marked. */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const shell = await caches.match(SHELL, { ignoreVary: true })
    if (!shell) throw error
    const headers = new Headers(shell.headers)
    for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
    return new Response((await shell.text()).replace('<html ', '<html data-offline '), { headers })
  }
}

/** Code with a content hash in its name comes from the cache; files with a fixed name are requested first. */
async function openCode(request, path) {
  const kept = () => caches.match(request, { ignoreVary: true })
  if (path.startsWith('/assets/')) return (await kept()) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (error) {
    const before = await kept()
    if (!before) throw error
    return before
  }
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data).catch(() => {}))
})

/**
 * Stores the document with the code that a page has used. After a deploy the page's code belongs to another document; the next page stores
 * both.
 */
async function keep({ entry, urls }) {
  const shell = await fetch(SHELL, { cache: 'no-cache' })
  const text = await shell.clone().text()
  if (!shell.ok || !text.includes(entry)) return
  const cache = await caches.open(CACHE)
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  const wanted = new Set([...named, ...urls.map((url) => new URL(url).pathname)].filter(isCode))
  for (const path of wanted)
    if (!path.startsWith('/assets/') || !(await cache.match(path, { ignoreVary: true })))
      await cache.add(path)
  const before = await cache.match(SHELL)
  await cache.put(SHELL, shell)
  if (before && (await before.text()) !== text)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (pathname !== SHELL && !wanted.has(pathname)) await cache.delete(url)
    }
}
