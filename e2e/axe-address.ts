/** Where the product under test has axe beside its own files (e2e/setup.ts). */
export const AXE_ADDRESS = '/assets/axe.js'
