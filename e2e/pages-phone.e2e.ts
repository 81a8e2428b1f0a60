import { visitEveryPage } from './every-page.ts'

// The wide pass checks what each person sees; this one checks layout and colors.
visitEveryPage({ size: 'phone', dark: true, by: 'one' })
