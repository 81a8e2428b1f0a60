export { attachmentsOf, requirementsOf } from './queries/list-requirements.ts'
export { findType, listTypes } from './queries/list-types.ts'
