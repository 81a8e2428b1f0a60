import { laterParts } from '#ui/later-parts.ts'

export const facilityPlan = laterParts(() => import('./FacilityPlan.tsx'))
export const FacilityPlan = facilityPlan.part((file) => file.FacilityPlan)
