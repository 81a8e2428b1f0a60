import type { Kysely } from 'kysely' // bad

export type Tx = Kysely<unknown>
