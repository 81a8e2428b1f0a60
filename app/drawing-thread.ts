import { parentPort } from 'node:worker_threads'
import type { Drawn, PageToDraw } from '#platform/server/drawings.ts'
import { drawPage } from './drawing.tsx'

/* The thread of platform/server/drawings.ts: draws what it is sent, and sends it back. */
const send = (drawn: Drawn): void => parentPort!.postMessage(drawn)
parentPort!.on('message', ({ id, ...page }: PageToDraw & { id: number }) =>
  drawPage(page).then(
    (html) => send({ id, html }),
    (error) => send({ id, failure: String(error) }),
  ),
)
