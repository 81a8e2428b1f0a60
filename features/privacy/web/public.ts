export { FacilityRoster } from './FacilityRoster.tsx'
export { LazyMyPrivacy as MyPrivacy } from './LazyMyPrivacy.tsx'
export { useAskForRelease } from './queries.ts'
export { StudentPrivacy } from './StudentPrivacy.tsx'
