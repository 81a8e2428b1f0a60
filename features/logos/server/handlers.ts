import { implement, ORPCError } from '@orpc/server'
import { decodeFile, refusedFile } from '#platform/server/decode-file.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { logosContract, MAX_LOGO_BYTES } from '../contract.ts'
import { pictureKind } from '../rules.ts'
import { logoRefusals } from '../messages.ts'
import { removeLogo } from './commands/remove-logo.ts'
import { setLogo } from './commands/set-logo.ts'
import * as logos from './queries/find-logos.ts'

explainRefusals(logoRefusals)

export function logoHandlers() {
  const api = implement(logosContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => logos.list(tx, [...new Set(input.owner_ids)])),
    ),

    file: api.file.handler(async ({ input, context }) => {
      const found = await context.act((tx) => logos.find(tx, input.id))
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that logo.' })
      return {
        headers: {
          'x-content-type-options': 'nosniff',
          // Opened directly, it can only be shown as a picture.
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': 'inline',
          'cache-control': 'private, no-store',
        },
        body: new File([new Uint8Array(found.content)], 'logo', { type: found.mime_type }),
      }
    }),

    set: api.set.handler(async ({ input: { content, ...logo }, context }) => {
      const bytes = decodeFile(content, MAX_LOGO_BYTES, 'The picture is larger than 1 MB.')
      const mimeType = pictureKind(bytes)
      if (!mimeType) throw refusedFile('A logo is a PNG, JPEG or WebP picture. Save it as one of these.')
      await context.act((tx) => setLogo(tx, { ...logo, mime_type: mimeType, content: bytes }))
      return { id: logo.id }
    }),

    remove: api.remove.handler(async ({ input, context }) => {
      await context.act((tx) => removeLogo(tx, input))
      return {}
    }),
  })
}
