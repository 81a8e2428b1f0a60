import { evaluationHandlers } from './handlers.ts'

/** The procedures of evaluations, for tests of other features. */
export const evaluationCalls = () => evaluationHandlers()

/** What the scheduler does, now or at a given time. */
export { runDueEvaluationWork } from './commands/run-due-evaluation-work.ts'
