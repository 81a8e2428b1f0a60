export { ApprovalsPanel } from './ApprovalsPanel.tsx'
export { LazyApprovalsView as ApprovalsView } from './LazyApprovalsView.tsx'
export { approvals } from './queries.ts'
export { WaitingBanner } from './WaitingBanner.tsx'
