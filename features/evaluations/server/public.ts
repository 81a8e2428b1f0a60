export { startByLink, submitByLink } from './commands/submit-by-link.ts'
export { evaluationsOf, kindsAskedIn } from './queries/evaluations-of.ts'
export { evaluationsOfProjects, type ProjectEvaluation } from './queries/evaluations-of-projects.ts'
export { startEvaluationWorker } from './worker.ts'
