import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { ConnectionSettings } from '../../contract.ts'
import { canvasRefusals } from '../../messages.ts'
import { revokeBlocker, secretOf, settingsBlocker } from '../../rules.ts'
import { secretName } from '../secret.ts'
import { lockConnection } from './lock-connection.ts'

type Seals = Pick<ObjectStore, 'seal'>
const columns = ({ base_url, account, auth, client_id, reads_daily }: ConnectionSettings) => ({
  base_url,
  account,
  auth,
  client_id: auth === 'oauth2' ? client_id : null,
  reads_daily,
})

/** Connects a school to its Canvas, as a draft until it is tested; repeating the id connects nothing. */
export async function createConnection(
  tx: Tx,
  seals: Seals,
  { id, school_id, ...settings }: ConnectionSettings & { id: string; school_id: string },
): Promise<void> {
  refuseIf(canvasRefusals, settingsBlocker(settings, null))
  const made = await tx
    .insertInto('canvas_connections')
    .values({ id, school_id, ...columns(settings), secret_set_at: sql<string>`now()` })
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  const sealed = seals.seal(secretName(id), JSON.stringify(secretOf(settings.auth, settings)))
  await tx.insertInto('canvas_secrets').values({ connection_id: id, school_id, sealed }).execute()
}

/**
 * Changes the address or credentials of a Canvas: changing either makes it a draft again. Another address is another Canvas, whose ids are of
 * other people, sections and terms: what was read and decided at the first ends with it.
 */
export async function changeConnection(
  tx: Tx,
  seals: Seals,
  { id, version, ...settings }: ConnectionSettings & { id: string; version: number },
): Promise<void> {
  const kept = await lockConnection(tx, id, version)
  refuseIf(canvasRefusals, settingsBlocker(settings, kept))
  const secret = secretOf(settings.auth, settings)
  const next = columns(settings)
  const isOther = secret !== null || next.base_url !== kept.base_url || next.account !== kept.account
  await tx
    .updateTable('canvas_connections')
    .set({
      ...next,
      ...(secret && { secret_set_at: sql<string>`now()` }),
      ...(isOther && { status: 'draft', failure: null }),
    })
    .where('id', '=', id)
    .execute()
  if (next.base_url !== kept.base_url)
    for (const table of ['canvas_people', 'canvas_sections', 'canvas_terms'] as const)
      await tx.deleteFrom(table).where('connection_id', '=', id).execute()
  if (!secret) return
  // Replaced as a whole; the earlier one is not read.
  await tx.deleteFrom('canvas_secrets').where('connection_id', '=', id).execute()
  const sealed = seals.seal(secretName(id), JSON.stringify(secret))
  await tx
    .insertInto('canvas_secrets')
    .values({ connection_id: id, school_id: kept.school_id, sealed })
    .execute()
}

/** Ends a connection and deletes its credentials. */
export async function revokeConnection(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  refuseIf(canvasRefusals, revokeBlocker(await lockConnection(tx, id, version)))
  await tx.deleteFrom('canvas_secrets').where('connection_id', '=', id).execute()
  await tx
    .updateTable('canvas_connections')
    .set({ status: 'revoked', secret_set_at: null, failure: null })
    .where('id', '=', id)
    .execute()
}
