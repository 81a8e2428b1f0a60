export { DepartureButton } from './DepartureButton.tsx'
export { useDepartures } from './use-departures.tsx'
