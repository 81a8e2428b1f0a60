export { makeRequestLink } from './commands/make-link.ts'
