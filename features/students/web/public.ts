export { type StudentsFilter, StudentsView } from './StudentsView.tsx'
