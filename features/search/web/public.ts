export { findAll } from './sources.ts'
