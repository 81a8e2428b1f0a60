import { visitEveryPage } from './every-page.ts'

visitEveryPage('phone', true)
