import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export const all = (tx: Tx) => sql`select 1`.execute(tx)
