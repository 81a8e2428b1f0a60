export { count as countSlots } from './queries/list-slots.ts'
