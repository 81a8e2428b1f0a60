import { useIsPhone } from './use-is-phone.ts'

/** So many rows are on one page: two screens of a desktop at most, and four of a phone. */
export const usePageSize = (wide = 25, phone = 15): number => (useIsPhone() ? phone : wide)
