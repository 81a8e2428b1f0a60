import { isOpen } from '#features/shifts/rules.ts'

export const semesters = isOpen
