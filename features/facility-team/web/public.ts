export { CoveringNotice } from './CoveringNotice.tsx'
