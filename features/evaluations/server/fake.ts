import { evaluationHandlers } from './handlers.ts'

/** The procedures of evaluations, for tests of other features. */
export const evaluationCalls = () => evaluationHandlers()
