export { LazyRequestDialog } from './LazyRequestDialog.tsx'
export { PendingRequests } from './PendingRequests.tsx'
export type { RequestStart } from './RequestDialog.tsx'
