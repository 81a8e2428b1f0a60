export { startAnnouncer } from './announcer.ts'
