export { useUnits } from './facility-queries.ts'
export { FacilityWeek } from './FacilityWeek.tsx'
export { useRequests } from './use-requests.tsx'
