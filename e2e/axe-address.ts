/** Where the product under test serves axe, next to its own files (e2e/setup.ts). */
export const AXE_ADDRESS = '/assets/axe.js'
