import { type Row } from '#features/shifts/server/handlers.ts' // bad

export type Shift = Row
