export { LazyFacilityRoster as FacilityRoster } from './LazyFacilityRoster.tsx'
export { LazyMyPrivacy as MyPrivacy } from './LazyMyPrivacy.tsx'
export { useAskForRelease } from './queries.ts'
export { StudentPrivacy } from './StudentPrivacy.tsx'
