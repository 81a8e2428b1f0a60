import { visitEveryPage } from './every-page.ts'

// What a page shows to whom is seen in the wide pass; this one is about how it is laid out and coloured.
visitEveryPage({ size: 'phone', dark: true, by: 'one' })
