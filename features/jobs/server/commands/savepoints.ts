import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export const savepoint = (tx: Tx) => sql`savepoint one_item`.execute(tx)

export const releaseSavepoint = (tx: Tx) => sql`release savepoint one_item`.execute(tx)

export const rollbackToSavepoint = (tx: Tx) => sql`rollback to savepoint one_item`.execute(tx)
