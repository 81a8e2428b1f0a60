import { implement, ORPCError } from '@orpc/server'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import { attachment } from '#platform/server/attachment.ts'
import { ConcurrencyLimiter } from '#platform/server/concurrency-limiter.ts'
import type { Config } from '#platform/server/config.ts'
import { countGuess, limitAttempts } from '#platform/server/rate-limits.ts'
import type { Pool } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { unreachable } from '#platform/server/object-storage.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { OutsideCalls } from '#platform/server/outside-calls.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { hashToken, newToken } from '#platform/server/session.ts'
import { findToday } from '#features/credentials/server/public.ts'
import {
  type Documents,
  objectName,
  openFile,
  readFile,
  whileStoring,
} from '#features/files/server/public.ts'
import { passportContract } from '../contract.ts'
import { passportRefusals } from '../messages.ts'
import { shareBlocker, sizeBlocker } from '../rules.ts'
import { carryCredential } from './commands/carry-credential.ts'
import { readPassport } from './commands/read-passport.ts'
import { revokeLink } from './commands/revoke-link.ts'
import { sharePassport } from './commands/share-passport.ts'
import { passportCover } from './passport-pdf.ts'
import { bytesOf, findEntries, findLinks, findOffers } from './queries/find-passport.ts'
import { findHolder } from './queries/find-holder.ts'
import { openLink } from './queries/open-link.ts'

explainRefusals(passportRefusals)

type Services = {
  config: Pick<Config, 'appUrl'>
  /** Logged in as app_auth, the only login that can read what is behind a link. */
  authPool: Pool
  objects: ObjectStore
  documents: Pick<Documents, 'merge'>
}
/** The documents of a passport are in memory while it is made, so few are made at once. */
type Queues = { calls: OutsideCalls; making: ConcurrencyLimiter }
type Acting = ActorContext & Pick<RequestContext, 'requestId' | 'endAdmission'>
const NAME = 'Credential passport.pdf'

export function passportHandlers(services: Services) {
  const { config, authPool } = services
  const queues = {
    calls: new OutsideCalls({ mostOfOne: 2 }),
    making: new ConcurrencyLimiter({ most: 2, maxWaiting: 16, waitMs: 20_000 }),
  }
  const api = implement(passportContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    get: api.get.handler(({ context }) =>
      context.act(async (tx) => {
        const today = await findToday(tx)
        const entries = await findEntries(tx, today)
        return { today, entries, links: await findLinks(tx, today), offers: await findOffers(tx, today) }
      }),
    ),

    download: api.download.handler(async ({ context }) => {
      const { content } = await makePassport(services, queues, context)
      return attachment(NAME, 'application/pdf', content)
    }),

    share: api.share.handler(async ({ input, context }) => {
      await context.act((tx) => refuseEarly(tx, input.ends_on))
      const { content, entries, today } = await makePassport(services, queues, context)
      const { token, hash } = newToken()
      await whileStoring(context, (tx) =>
        sharePassport(services, tx, { ...input, tokenHash: hash, content, entries, today }),
      )
      return { url: `${config.appUrl}/shared-passport?token=${token}` }
    }),

    revoke: api.revoke.handler(({ input, context }) =>
      context.act(async (tx) => {
        await revokeLink(tx, input.id)
        return { id: input.id }
      }),
    ),

    carry: api.carry.handler(({ input, context }) =>
      context.act(async (tx) => {
        await carryCredential(tx, input)
        return { id: input.id }
      }),
    ),

    look: api.look.handler(async ({ input, context }) => {
      const {
        revoked_at: revoked,
        is_open: isOpen,
        holder,
        ends_on,
      } = await follow(authPool, context, input.token)
      const state = revoked !== null ? 'revoked' : isOpen ? 'open' : 'ended'
      return { state, holder, ends_on }
    }),

    read: api.read.handler(async ({ input, context, errors }) => {
      const [, token = ''] = /^(.*)\.pdf$/.exec(input.file) ?? []
      const link = await follow(authPool, context, token)
      if (!link.is_open) throw errors.GONE()
      const file = await withActor(authPool, link.hash, (tx) => readPassport(tx, link, context.addressBlock))
      if (!file?.salt) throw unknown()
      const { id, salt } = file
      const object = objectName({ ...file, facility_id: null })
      const content = await readFile(services, context, { id, object, salt })
      return attachment(NAME, 'application/pdf', content)
    }),
  })
}

const unknown = () => new ORPCError('NOT_FOUND', { message: 'We can’t find that document.' })

/**
 * What a token leads to. Limits how many unknown tokens one IP address may try and how often a link is followed; then the caller has to
 * wait.
 */
async function follow(authPool: Pool, { addressBlock }: Pick<RequestContext, 'addressBlock'>, token: string) {
  if (!/^[\w-]{43}$/.test(token)) throw unknown()
  const hash = hashToken(token)
  const found = await withActor(authPool, hash, openLink)
  await (found
    ? limitAttempts(authPool, `passport ${hash}`, 60, '1 hour')
    : countGuess(authPool, 'passport', addressBlock))
  if (!found) throw unknown()
  return { hash, ...found }
}

/** Refuses before any document is created. */
async function refuseEarly(tx: Parameters<typeof findToday>[0], ends: PlainDate): Promise<void> {
  const today = await findToday(tx)
  const [links, entries] = [await findLinks(tx, today), await findEntries(tx, today)]
  const open = links.filter(({ state }) => state === 'open').length
  refuseIf(passportRefusals, shareBlocker({ ends_on: ends, today }, { links: open, entries: entries.length }))
}

/** The caller's current document; each file in it counts as opened by them. */
async function makePassport(services: Services, queues: Queues, context: Acting) {
  const { act, requestId } = context
  const { holder, today, entries, files } = await act(
    async (tx) => {
      const day = await findToday(tx)
      const all = await findEntries(tx, day)
      const ids = all.flatMap((entry) => entry.file_ids)
      refuseIf(passportRefusals, sizeBlocker(await bytesOf(tx, ids)))
      const opened = []
      for (const id of ids)
        opened.push(await openFile(tx, { id, what: 'download', reason: 'Credential passport', requestId }))
      return { holder: await findHolder(tx), today: day, entries: all, files: opened }
    },
    { readOnly: false },
  )
  const cover = await passportCover({ ...holder, on: today, entries })
  const made = await queues.calls.run(context, () =>
    queues.making.take(async () => {
      const parts = []
      for (const file of files)
        parts.push({ bytes: await readFile(services, context, file), type: file.mime_type })
      return { content: await services.documents.merge(cover, parts, context) }
    }),
  )
  if (!made) throw unreachable()
  const { content } = made
  if (!content) return refuse(passportRefusals, refusal('passport.too_large'))
  return { content, entries: entries.length, today }
}
