import { evaluationHandlers } from './handlers.ts'

/** The calls about evaluations, for tests of what is evaluated. */
export const evaluationCalls = () => evaluationHandlers()
