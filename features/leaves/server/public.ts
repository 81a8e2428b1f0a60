export { findOwnLeave, leaveDaysOf } from './queries/find-leaves.ts'
