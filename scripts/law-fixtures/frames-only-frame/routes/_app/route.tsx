import { shifts } from '#features/shifts/web/queries.ts' // bad

export const Route = { loader: shifts }
