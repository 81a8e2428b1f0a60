import { db } from '../server/db.ts' // bad

export const api = db
