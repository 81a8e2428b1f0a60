export { LazyApprovalsPanel as ApprovalsPanel } from './LazyApprovalsPanel.tsx'
export { LazyApprovalsView as ApprovalsView } from './LazyApprovalsView.tsx'
export { WaitingBanner } from './WaitingBanner.tsx'
