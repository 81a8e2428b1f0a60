export { findPlan } from './sql.ts'
