export { MyProfiles } from './MyProfiles.tsx'
export { PreceptorTable } from './PreceptorTable.tsx'
