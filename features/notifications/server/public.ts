export { startAnnouncer } from './announcer.ts'
export { serveUnsubscribe } from './unsubscribe-routes.ts'
export { unsubscribeUrl } from './unsubscribe-links.ts'
export { notifyPeople, type Notice } from './commands/notify-people.ts'
