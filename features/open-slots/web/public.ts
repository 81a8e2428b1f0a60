import { lazy } from 'react'

export const FacilityOffers = lazy(() =>
  import('./FacilityOffers.tsx').then((file) => ({ default: file.FacilityOffers })),
)
export { useSlots } from './slot-queries.ts'
export { seatCount } from './slot-words.tsx'
