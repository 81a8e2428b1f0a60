import { lazy } from 'react'

/** Loaded when someone looks: the page it is a view of stands without it. */
export const MessagesView = lazy(() =>
  import('./MessagesView.tsx').then((file) => ({ default: file.MessagesView })),
)
