import { implement } from '@orpc/server'
import { attachment } from '#platform/server/attachment.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { filesContract } from '../contract.ts'
import { fileRefusals } from '../messages.ts'
import { openFile } from './queries/open-file.ts'

explainRefusals(fileRefusals)

export function fileHandlers(services: { objects: ObjectStore }) {
  const api = implement(filesContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    download: api.download.handler(async ({ input, context }) => {
      const opening = { ...input, what: 'download', requestId: context.requestId } as const
      // A look leaves a row: also that of someone who may change nothing while they act as another.
      const {
        name,
        mime_type: type,
        content,
      } = await context.act((tx) => openFile(services, tx, opening), { readOnly: false })
      return attachment(name, type, content)
    }),
  })
}
