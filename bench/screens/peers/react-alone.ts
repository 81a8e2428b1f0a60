import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './page.ts'

createRoot(document.getElementById('root')!).render(createElement(Page))
