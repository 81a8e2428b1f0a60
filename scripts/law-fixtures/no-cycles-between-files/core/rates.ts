import type { hours } from './hours.ts'

export type Hours = ReturnType<typeof hours>
