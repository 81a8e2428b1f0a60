/** Hashes a text to a number from 0 to 2³²−1, the same on every machine (FNV-1a, then mixed). */
export function hashOf(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return mixed(hash)
}

/** Mixes two numbers into one from 0 to 2³²−1; similar inputs give unrelated outputs (murmur3's finalizer). */
export function mixed(a: number, b = 0): number {
  let hash = (a ^ Math.imul(b, 0x9e3779b1)) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A generator of numbers in [0, 1): the same seed gives the same sequence on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), hash | 61)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
}

/** The order of a draw: sorts items by the hash of their id and the seed, whatever their original order. */
export function inDrawOrder<T>(items: readonly T[], seed: number, idOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, id: idOf(item), at: hashOf(idOf(item), seed) }))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map(({ item }) => item)
}
