import { visitEveryPage } from './every-page.ts'

// Both sizes and both schemes, in two passes: a fault on the phone or in dark mode rarely needs the other to show.
visitEveryPage({ size: 'wide', dark: false, by: 'everybody' })
