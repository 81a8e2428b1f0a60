export { PlaceSelect } from './PlaceSelect.tsx'
