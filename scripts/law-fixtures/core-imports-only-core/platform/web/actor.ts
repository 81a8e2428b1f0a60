export type Actor = string
