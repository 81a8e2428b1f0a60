export { StudentsView } from './StudentsView.tsx'
