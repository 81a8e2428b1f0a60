import { parentPort } from 'node:worker_threads'
import type { Rendered, PageToRender } from '#platform/server/page-renderer.ts'
import { renderPage } from './render-page.tsx'

/* The thread of platform/server/page-renderer.ts: renders the pages it receives and sends them back. */
const send = (rendered: Rendered): void => parentPort!.postMessage(rendered)
parentPort!.on('message', ({ id, ...page }: PageToRender & { id: number }) =>
  renderPage(page).then(
    (html) => send({ id, html }),
    (error) => send({ id, failure: String(error) }),
  ),
)
