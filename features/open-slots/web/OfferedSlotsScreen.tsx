import { lazy } from 'react'

/** What partner facilities offer to a school: a tab of its shifts page, loaded when it is opened. */
export const OfferedSlotsScreen = lazy(() =>
  import('./OfferedSlots.tsx').then((file) => ({ default: file.OfferedSlots })),
)
