import { parentPort } from 'node:worker_threads'
import type { Rendered, PageToRender } from '#platform/server/page-renderer.ts'
import { renderPage } from './render-page.tsx'

/* The thread of platform/server/page-renderer.ts: renders what it is sent, and sends it back. */
const send = (rendered: Rendered): void => parentPort!.postMessage(rendered)
parentPort!.on('message', ({ id, ...page }: PageToRender & { id: number }) =>
  renderPage(page).then(
    (html) => send({ id, html }),
    (error) => send({ id, failure: String(error) }),
  ),
)
