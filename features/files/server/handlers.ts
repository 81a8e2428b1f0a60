import { implement } from '@orpc/server'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { attachment } from '#platform/server/attachment.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { filesContract } from '../contract.ts'
import { fileRefusals } from '../messages.ts'
import { removalBlocker } from '../rules.ts'
import { appendChunk } from './commands/append-chunk.ts'
import { beginUpload } from './commands/begin-upload.ts'
import { deleteFile } from './commands/delete-file.ts'
import { finishUpload } from './commands/finish-upload.ts'
import type { Documents } from './documents.ts'
import { findUpload, listUnkept, summaryOf } from './queries/find-upload.ts'
import { openFile, readFile } from './queries/open-file.ts'

explainRefusals(fileRefusals)

/** A view writes a row, even during a read-only impersonation. */
const looking = { readOnly: false }

export function fileHandlers(services: { objects: ObjectStore; documents: Documents }) {
  const api = implement(filesContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    begin: api.begin.handler(async ({ input, context }) =>
      summaryOf(await context.act((tx) => beginUpload(tx, input))),
    ),

    append: api.append.handler(async ({ input, context }) => ({
      received_chunks: await appendChunk(services, context, input),
    })),

    finish: api.finish.handler(async ({ input, context }) =>
      summaryOf(await finishUpload(services, context, input.id)),
    ),

    remove: api.remove.handler(async ({ input, context }) => {
      await context.act(async (tx) => {
        refuseIf(fileRefusals, removalBlocker(await findUpload(tx, input.id)))
        await deleteFile(tx, input.id)
      })
      return {}
    }),

    unkept: api.unkept.handler(({ input, context }) => context.act((tx) => listUnkept(tx, input.purpose))),

    download: api.download.handler(async ({ input, context }) => {
      const opening = { ...input, what: 'download', requestId: context.requestId } as const
      const file = await context.act((tx) => openFile(tx, opening), looking)
      return attachment(file.name, file.mime_type, await readFile(services, context, file))
    }),

    page: api.page.handler(async ({ input: { page, ...input }, context }) => {
      const opening = { ...input, what: 'pages', requestId: context.requestId } as const
      const file = await context.act((tx) => openFile(tx, opening), looking)
      const content = await readFile(services, context, file)
      const image = await services.documents.render(content, file.mime_type, page, context)
      if (!image) return refuse(fileRefusals, refusal('file.no_page'))
      return {
        headers: {
          'x-content-type-options': 'nosniff',
          // Rendered here from the file: opened on its own, it is only an image.
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': 'inline',
          'cache-control': 'private, no-store',
        },
        body: new File([new Uint8Array(image)], `page-${page}.webp`, { type: 'image/webp' }),
      }
    }),
  })
}
