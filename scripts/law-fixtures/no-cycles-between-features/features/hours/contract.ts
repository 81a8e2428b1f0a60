export type Need = number
