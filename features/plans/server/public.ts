export { findPlan } from './queries/published-plans.ts'
