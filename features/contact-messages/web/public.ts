import { lazy } from 'react'

/** Loaded when shown: the page around it does not need it. */
export const MessagesView = lazy(() =>
  import('./MessagesView.tsx').then((file) => ({ default: file.MessagesView })),
)
