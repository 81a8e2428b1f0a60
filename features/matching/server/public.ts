export { evaluateMatch, type Evaluation } from './evaluate.ts'
export { checkedProblem } from './format.ts'
export type { MatchResult, Problem, ProblemInput } from './format.ts'
export { runMatch } from './run-match.ts'
