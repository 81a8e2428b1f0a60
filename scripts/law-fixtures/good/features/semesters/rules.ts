import { today } from '#core/plain-date.ts'
import type { Reader } from './contract.ts'

export const isCurrent = (reader: Reader): boolean => today(reader) > '2029-12-31'
