export { LeaveBanner } from './LeaveBanner.tsx'
export { MyLeave } from './MyLeave.tsx'
export { LeaveBadge, StudentLeaves } from './StudentLeaves.tsx'
