import { isOpen } from '#features/shifts/rules.ts' // bad

export const Route = { loader: isOpen }
