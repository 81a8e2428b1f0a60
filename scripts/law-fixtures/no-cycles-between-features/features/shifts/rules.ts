import type { Need } from '#features/hours/contract.ts'

export const isOpen = (need: Need): boolean => need > 1
