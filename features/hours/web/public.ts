export { MyProgressScreen } from './MyProgressScreen.tsx'
