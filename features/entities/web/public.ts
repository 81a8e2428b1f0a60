export { EntitySelect, type EntitySelectProps } from './EntitySelect.tsx'
export { entityFilter } from './entity-filter.tsx'
