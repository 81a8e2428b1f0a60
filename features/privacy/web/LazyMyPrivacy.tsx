import { lazy } from 'react'

/** A student's releases and disclosures, on a page that other roles have too: those do not fetch it. */
export const LazyMyPrivacy = lazy(() =>
  import('./MyPrivacy.tsx').then((file) => ({ default: file.MyPrivacy })),
)
