import { renderToString } from 'react-dom/server'
import { type SitePage, sitePages } from '#core/site-pages.ts'
import { renderSitePage, screenOf } from './site-pages.tsx'

export type Prerendered = {
  page: SitePage
  /** The component's name, which is also its file's. */
  screen: string
  /** The content for the document's head: title and description. */
  head: string
  body: string
}

/** Every public page as HTML, identical to the browser's first rendering. */
export function prerenderSite(): Promise<Prerendered[]> {
  return Promise.all(
    sitePages.map(async (page) => {
      const Screen = await screenOf(page)
      const html = renderToString(renderSitePage(page, Screen))
      // React writes the tags that it would move into a document's head before everything else.
      const [head] = /^(?:<title>[^<]*<\/title>|<meta [^>]*>)*/.exec(html)!
      return { page, screen: Screen.name, head, body: html.slice(head.length) }
    }),
  )
}
