import type { Row } from '../server/handlers.ts' // bad

export const ShiftsScreen = (row: Row) => row
