import { columns } from '../web/columns.ts' // bad

export const all = columns
