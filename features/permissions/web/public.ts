export { MyFacilities } from './MyFacilities.tsx'
