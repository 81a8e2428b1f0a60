import { afterSignIn } from '#platform/web/access.ts'
import { markSignIn } from '#platform/web/signed-in-mark.ts'
import type { Me } from '../contract.ts'

/** Opens the first page of a person who has just signed in, as a new document: nothing loaded for anyone before is kept. */
export function enter(me: Me, from?: string): Promise<never> {
  markSignIn()
  window.location.replace(afterSignIn(me, from))
  return new Promise(() => {}) // no second try while the next page is on its way
}
