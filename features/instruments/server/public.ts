export { findInstrumentFor } from './queries/find-instrument-for.ts'
