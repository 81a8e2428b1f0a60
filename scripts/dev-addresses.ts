import type { ProxyOptions } from 'vite'
import { API_PREFIXES } from '#app/call-methods.ts'

/** Addresses outside the API that the server answers itself (app/site-files.ts and the link at the foot of mails). */
const OTHERS = ['/sitemap.xml', '/.well-known/', '/unsubscribe']

/** What `npm run dev` hands on to the server instead of answering with the page of the web app. */
export function handedOn(target: string): Record<string, ProxyOptions> {
  const starts = [...API_PREFIXES.map((prefix) => `${prefix}/`), ...OTHERS]
  return Object.fromEntries(starts.map((start) => [start, { target }]))
}
