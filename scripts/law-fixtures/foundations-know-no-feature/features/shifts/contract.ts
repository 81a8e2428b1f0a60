export type Shift = string
