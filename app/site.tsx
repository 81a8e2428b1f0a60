import '#ui/styles.css'
import { hydrateRoot } from 'react-dom/client'
import { sitePageAt } from '#core/site-pages.ts'
import { followColourScheme } from '#ui/colour-scheme.ts'
import { renderSitePage, screenOf } from './site-pages.tsx'

/* Hydrates a public page: the build has rendered it, so it can be read and its links work before this runs. */
followColourScheme()
const page = sitePageAt(window.location.pathname)
if (page) hydrateRoot(document.getElementById('root')!, renderSitePage(page, await screenOf(page)))
