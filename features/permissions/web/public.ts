export { MyPlaces } from './MyPlaces.tsx'
