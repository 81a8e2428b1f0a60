/** The public API of schools: what other features may use in the browser. */
export { SchoolDrawer } from './SchoolDrawer.tsx'
