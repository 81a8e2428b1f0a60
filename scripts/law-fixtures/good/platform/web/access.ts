import type { Role } from '#core/roles.ts'

export const mayOpen = (role: Role): boolean => role === 'student'
