export { placeProject } from './commands/place-project.ts'
export { listOpenings } from './queries/list-openings.ts'
export { loadPlacings } from './queries/load-placings.ts'
export { startCapstoneWorker } from './worker.ts'
