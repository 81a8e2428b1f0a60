export { findFeedbackForm, findInstrumentFor } from './queries/find-instrument-for.ts'
export { templates } from './templates.ts'
