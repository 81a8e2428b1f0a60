import type { Asking } from './questions.ts'
import type { Said } from './read-words.ts'
import type { Series, Vocabulary } from './types.ts'

/** What is known while a series is put together. */
export type Choosing = Asking & {
  said: Said
  /** The previous series if the text says "same as before", else null. */
  same: Series | null
  vocabulary: Vocabulary
}
