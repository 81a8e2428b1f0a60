export { EntitySelect, type EntitySelectProps } from './EntitySelect.tsx'
