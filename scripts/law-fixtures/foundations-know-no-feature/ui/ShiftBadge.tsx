import type { Shift } from '#features/shifts/contract.ts' // bad

export const ShiftBadge = (shift: Shift) => shift
