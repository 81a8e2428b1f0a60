/** Replaces words that were read, so that no other rule reads them and the rest can be quoted. */
export const COVER = '\u0001'

/** A sentence that rules read one after another: words that one rule took are hidden from the next. */
export class Reader {
  readonly text: string
  #rest: string
  #lower: string

  constructor(text: string) {
    this.text = text
    this.#rest = text
    this.#lower = text.toLowerCase()
  }

  get rest(): string {
    return this.#rest
  }

  cover(from: number, length: number): void {
    this.#rest = this.#rest.slice(0, from) + COVER.repeat(length) + this.#rest.slice(from + length)
    this.#lower = this.#rest.toLowerCase()
  }

  /** Finds a name as whole words, ignoring case. Schools have hundreds of names, so most are ruled out without a pattern. */
  #find(name: string): RegExpExecArray | null {
    const [first = ''] = name.trim().toLowerCase().split(/\s+/)
    if (!this.#lower.includes(first)) return null
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu').exec(this.#rest)
  }

  hasName(name: string): boolean {
    return this.#find(name) !== null
  }

  /** Takes everything that a pattern finds; `read` returns false to leave a match. The pattern must not have the g flag. */
  take(pattern: RegExp, read: (found: RegExpExecArray) => unknown = () => true): void {
    const global = new RegExp(pattern.source, `${pattern.flags}g`)
    for (let found = global.exec(this.#rest); found; found = global.exec(this.#rest)) {
      if (found[0] === '' || read(found) === false) {
        global.lastIndex = found.index + Math.max(found[0].length, 1)
        continue
      }
      this.cover(found.index, found[0].length)
      global.lastIndex = found.index + found[0].length
    }
  }

  /** Returns whether the pattern occurs, and takes it. */
  says(pattern: RegExp): boolean {
    let isSaid = false
    this.take(pattern, () => (isSaid = true))
    return isSaid
  }

  /** Takes a name that occurs as whole words, ignoring case; returns its position, or -1. */
  takeName(name: string): number {
    const found = this.#find(name)
    if (!found) return -1
    this.cover(found.index, found[0].length)
    return found.index
  }

  /** The words that no rule took, without connecting words. */
  unread(connecting: ReadonlySet<string>): string[] {
    return this.#rest
      .split(new RegExp(`[${COVER},;:.()\\n–—]+`))
      .map((run) => {
        const words = run.trim().split(/\s+/)
        const isIdle = (word: string | undefined) =>
          word !== undefined &&
          (connecting.has(word.toLowerCase().replaceAll(/[^\p{L}\p{N}&]/gu, '')) ||
            !/[\p{L}\p{N}]/u.test(word))
        while (words.length > 0 && isIdle(words[0])) words.shift()
        while (words.length > 0 && isIdle(words.at(-1))) words.pop()
        return words.join(' ')
      })
      .filter((run) => run !== '')
  }
}

export const escaped = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
