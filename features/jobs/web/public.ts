export { hasEnded } from '../rules.ts'
export { JobProgress } from './JobProgress.tsx'
export { LazyJobsDrawer as JobsDrawer } from './LazyJobsDrawer.tsx'
export { useJob } from './queries.ts'
