import { db } from '#platform/server/db.ts' // bad

export const Table = () => db
