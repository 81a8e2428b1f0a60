/** Imported last by workers that are killed: stores their compiled code for the next, which Node does only at a clean exit. */
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

flushCompileCache()
// Lazy modules, too.
void pause(1_000, undefined, { ref: false }).then(flushCompileCache)
