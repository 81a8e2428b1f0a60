import { lazy } from 'react'

/** What partner facilities offer to a school: a view of its page of shifts, fetched when it is opened. */
export const OfferedSlotsScreen = lazy(() =>
  import('./OfferedSlots.tsx').then((file) => ({ default: file.OfferedSlots })),
)
