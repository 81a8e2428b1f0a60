export { countSlots } from './queries/list-slots.ts'
export { startSlotWorker } from './worker.ts'
export { takeSlot } from './commands/take-slot.ts'
export { lockSlot } from './queries/lock-slot.ts'
