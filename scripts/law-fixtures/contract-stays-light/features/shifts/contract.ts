import { isOpen } from './rules.ts' // bad

export const shape = isOpen
