export { LazyRequestDialog } from './LazyRequestDialog.tsx'
export { PendingRequests } from './PendingRequests.tsx'
export type { Asking } from './RequestDialog.tsx'
