export { findOwnLeave } from './queries/find-leaves.ts'
