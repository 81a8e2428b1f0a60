import { isCurrent } from '#features/semesters/rules.ts'

export const isOpen = isCurrent
