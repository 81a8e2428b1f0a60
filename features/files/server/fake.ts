import { fileHandlers } from './handlers.ts'

/** The calls on files, for tests of other features. */
export const fileCalls = fileHandlers
