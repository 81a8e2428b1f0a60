import type { Tx } from '#platform/server/db.ts'
import type { ActorContext, RequestContext } from '#platform/server/guard.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { type Documents, openFile, readFile } from '#features/files/server/public.ts'
import type { Precheck } from '../contract.ts'
import { fillsOf, precheckOf, type Reading } from '../rules.ts'
import { findToday } from './queries/list-credentials.ts'

type Services = { objects: ObjectStore; documents: Pick<Documents, 'read'> }
type Acting = ActorContext & Pick<RequestContext, 'requestId' | 'endAdmission'>
type Sent = { type_id: string; file_ids: readonly string[] }
export type Checked = { precheck: Precheck | null; fills: Record<string, string> }

const NOTHING: Checked = { precheck: null, fills: {} }
/** How many documents of a submission are read, and how many readings are kept until it is sent a moment later. */
const MAX_FILES = 3
const MAX_KEPT = 100

/**
 * Reads the documents of a submission on this machine and compares them with its type
 * and sender. Skips what cannot be read in time: it can still be sent.
 */
export class DocumentReader {
  readonly #services: Services
  readonly #kept = new Map<string, Reading | null>()

  constructor(services: Services) {
    this.#services = services
  }

  async check(context: Acting, { type_id: typeId, file_ids: ids }: Sent): Promise<Checked> {
    if (ids.length === 0) return NOTHING
    const key = [context.me().userId, ...ids].join(' ')
    const reading = this.#kept.has(key)
      ? this.#kept.get(key)!
      : await this.#read(context, ids.slice(0, MAX_FILES))
    this.#keep(key, reading)
    if (!reading) return NOTHING
    return context.act(async (tx) => judge(tx, typeId, reading), { readOnly: true })
  }

  async #read(context: Acting, ids: readonly string[]): Promise<Reading | null> {
    const { act, requestId } = context
    const opened = await act(
      async (tx) => {
        const files = []
        for (const id of ids)
          files.push(
            await openFile(tx, {
              id,
              what: 'pages',
              reason: 'Check before sending',
              requestId,
            }),
          )
        return files
      },
      { readOnly: false, isPreparation: true },
    )
    const read: (Reading | null)[] = []
    for (const file of opened) {
      const content = await readFile(this.#services, context, file)
      // Busy, broken or too large: the reviewer reads it instead.
      read.push(await this.#services.documents.read(content, file.mime_type, context).catch(() => null))
    }
    const found = read.filter((one) => one !== null)
    if (found.length === 0) return null
    return {
      text: found.map(({ text }) => text).join('\n'),
      confidence: Math.min(...found.map((one) => one.confidence)),
    }
  }

  #keep(key: string, reading: Reading | null): void {
    this.#kept.delete(key)
    this.#kept.set(key, reading)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
  }
}

async function judge(tx: Tx, typeId: string, reading: Reading): Promise<Checked> {
  const type = await findType(tx, typeId)
  const me = await tx
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', (eb) => eb.fn('app.uid', []))
    .executeTakeFirst()
  if (!type || !me) return NOTHING
  const today = await findToday(tx)
  return {
    precheck: precheckOf(type, reading, { full_name: me.full_name, today }),
    fills: { ...fillsOf(reading, today) },
  }
}
