export { SchoolSelect } from './SchoolSelect.tsx'
