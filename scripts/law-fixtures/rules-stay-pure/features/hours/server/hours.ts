export type Hours = number
