import { visitEveryPage } from './every-page.ts'

// Both sizes and both schemes, in two passes: a fault of the phone or of the dark rarely needs the other to show.
visitEveryPage({ size: 'wide', dark: false, by: 'everybody' })
