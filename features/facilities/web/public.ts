export { FacilitySelect } from './FacilitySelect.tsx'
