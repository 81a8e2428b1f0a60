import type { Kysely } from 'kysely'
import pg from 'pg'

export type Tx = Kysely<unknown>
export const pool = new pg.Pool()
