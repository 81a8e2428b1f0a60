import { parentPort } from 'node:worker_threads'
import type { DocumentTask } from './documents.ts'
import { inspectDocument } from './inspect-document.ts'
import { mergeDocuments } from './merge-documents.ts'
import { readText } from './read-text.ts'
import { renderPage } from './render-page.ts'

/* The thread of documents.ts: inspects and renders what it receives, without blocking requests. */
parentPort!.on('message', ({ id, ...task }: DocumentTask & { id: number }) => {
  perform(task).then(
    (result) => parentPort!.postMessage({ id, result }),
    (error: unknown) => parentPort!.postMessage({ id, failure: String(error) }),
  )
})

function perform(task: DocumentTask): Promise<unknown> {
  if (task.do === 'inspect') return inspectDocument(task.bytes, task.type)
  if (task.do === 'merge') return mergeDocuments(task.bytes, task.parts)
  return task.do === 'read' ? readText(task.bytes, task.type) : renderPage(task.bytes, task.type, task.page)
}
