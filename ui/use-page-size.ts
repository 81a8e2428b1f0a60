import { useIsPhone } from './use-is-phone.ts'

/** The number of rows on one page: at most two screens on a desktop, and four on a phone. */
export const usePageSize = (wide = 25, phone = 15): number => (useIsPhone() ? phone : wide)
