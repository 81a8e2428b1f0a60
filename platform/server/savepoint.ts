import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Runs one part of a transaction. If the part fails, it alone is undone, and the caller gets its error and can go on. */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const value = await part()
    await sql`release savepoint part`.execute(tx)
    return value
  } catch (error) {
    // If the connection is gone, this fails too, and the first error says why.
    await undo(tx).catch(() => {})
    throw error
  }
}

/** Undoes the part, and ends its savepoint: otherwise the part around it would go back only to here. */
async function undo(tx: Tx): Promise<void> {
  await sql`rollback to savepoint part`.execute(tx)
  await sql`release savepoint part`.execute(tx)
}
