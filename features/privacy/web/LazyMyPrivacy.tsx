import { lazy } from 'react'

/** A student's releases and disclosures, loaded on demand so that other roles don't fetch its code. */
export const LazyMyPrivacy = lazy(() =>
  import('./MyPrivacy.tsx').then((file) => ({ default: file.MyPrivacy })),
)
