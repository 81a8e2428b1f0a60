export { ImportHoursButton } from './ImportHoursButton.tsx'
