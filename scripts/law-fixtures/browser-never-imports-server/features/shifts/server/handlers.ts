export type Row = string
export const row: Row = ''
