/** Imported last by workers that are killed: what they have compiled is kept for the next, which Node does only at a clean end. */
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

flushCompileCache()
// What is loaded at first use, too.
void pause(1_000, undefined, { ref: false }).then(flushCompileCache)
