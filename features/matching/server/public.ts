export { ProblemError, readProblem } from './format.ts'
export { match } from './match.ts'
