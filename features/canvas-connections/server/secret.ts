import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { type CanvasSecret, CanvasFailed } from './canvas-client.ts'

/** The name under which a connection’s secret is encrypted: moved to another connection, it cannot be decrypted. */
export const secretName = (connectionId: string): string => `canvas connection ${connectionId}`

/**
 * As the worker: a connection with its credentials. Throws CanvasFailed if
 * they cannot be decrypted; returns undefined if it no longer exists.
 */
export async function openConnection(tx: Tx, objects: Pick<ObjectStore, 'unseal'>, id: string) {
  const found = await tx
    .selectFrom('canvas_connections as c')
    .leftJoin('canvas_secrets as s', 's.connection_id', 'c.id')
    .select([
      'c.id',
      'c.school_id',
      'c.base_url',
      'c.account',
      'c.auth',
      'c.client_id',
      'c.status',
      's.sealed',
      'c.version',
    ])
    .where('c.id', '=', id)
    .where('c.status', '<>', 'revoked')
    .executeTakeFirst()
  if (!found) return undefined
  const { sealed, auth, ...connection } = found
  return { ...connection, auth: auth as 'oauth2' | 'token', secret: unsealed(objects, id, sealed) }
}

function unsealed(objects: Pick<ObjectStore, 'unseal'>, id: string, sealed: string | null): CanvasSecret {
  try {
    return JSON.parse(objects.unseal(secretName(id), sealed ?? '')) as CanvasSecret
  } catch {
    throw new CanvasFailed('no_secret', 'the sign-in')
  }
}
