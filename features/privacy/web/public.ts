export { FacilityRoster } from './FacilityRoster.tsx'
export { MyPrivacy } from './MyPrivacy.tsx'
export { useAskForRelease } from './queries.ts'
export { StudentPrivacy } from './StudentPrivacy.tsx'
