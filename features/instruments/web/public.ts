export { InstrumentsSection } from './InstrumentsSection.tsx'
export { itemId, Items } from './Items.tsx'
