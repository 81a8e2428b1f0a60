export { NotificationPreferences } from './NotificationPreferences.tsx'
export { NotificationsBellSlot } from './NotificationsBellSlot.tsx'
