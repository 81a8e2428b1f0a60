export { evaluationsOf } from './queries/evaluations-of.ts'
export { startEvaluationWorker } from './worker.ts'
