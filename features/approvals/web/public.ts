export { ApprovalsPanel } from './ApprovalsPanel.tsx'
export { ApprovalsView } from './ApprovalsView.tsx'
export { approvals } from './queries.ts'
