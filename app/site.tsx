import '#ui/styles.css'
import { hydrateRoot } from 'react-dom/client'
import { sitePageAt } from '#core/site-pages.ts'
import { followColorScheme } from '#ui/color-scheme.ts'
import { renderSitePage, screenOf } from './site-pages.tsx'

/* Hydrates a public page: the build has rendered it, so it can be read and its links work before this runs. */
followColorScheme()
const page = sitePageAt(window.location.pathname)
if (page) hydrateRoot(document.getElementById('root')!, renderSitePage(page, await screenOf(page)))
