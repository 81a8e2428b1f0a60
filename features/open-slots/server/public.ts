export { countSlots } from './queries/list-slots.ts'
export { startSlotWorker } from './worker.ts'
