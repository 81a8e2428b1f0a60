import type { Role } from './roles.ts'

export const today = (_role: Role): string => '2030-01-01'
