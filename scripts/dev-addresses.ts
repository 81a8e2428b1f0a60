import type { ProxyOptions } from 'vite'
import { API_PREFIXES } from '#app/call-methods.ts'

/** Addresses outside the API that the server answers itself (app/site-files.ts, the unsubscribe link in emails, and payment notices). */
const OTHERS = ['/sitemap.xml', '/.well-known/', '/unsubscribe', '/webhooks/']

/** The requests that `npm run dev` forwards to the server instead of answering with the web app's page. */
export function handedOn(target: string): Record<string, ProxyOptions> {
  const starts = [...API_PREFIXES.map((prefix) => `${prefix}/`), ...OTHERS]
  return Object.fromEntries(starts.map((start) => [start, { target }]))
}
