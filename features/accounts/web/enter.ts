import { pathAfterSignIn } from '#platform/web/access.ts'
import { markSignIn } from '#platform/web/signed-in-mark.ts'
import type { Me } from '../contract.ts'

/** Opens the first page of a person who has just signed in, as a new document, so that nothing loaded for an earlier person remains. */
export function enter(me: Me, from?: string): Promise<never> {
  markSignIn()
  window.location.replace(pathAfterSignIn(me, from))
  return new Promise(() => {}) // no second attempt while the next page is loading
}
