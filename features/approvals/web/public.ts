export { LazyApprovalsPanel as ApprovalsPanel } from './LazyApprovalsPanel.tsx'
export { LazyApprovalsView as ApprovalsView } from './LazyApprovalsView.tsx'
export { approvals } from './queries.ts'
export { WaitingBanner } from './WaitingBanner.tsx'
