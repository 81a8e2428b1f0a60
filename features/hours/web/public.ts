export { MyProgressScreen } from './MyProgressScreen.tsx'
export { StudentProgressScreen } from './StudentProgressScreen.tsx'
