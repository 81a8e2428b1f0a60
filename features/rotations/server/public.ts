export { copyRotations, undoRotations } from './commands/copy-rotations.ts'
