export { StandingBanner } from './StandingBanner.tsx'
