/**
 * Saves a list with each change, one save after the other, and shows each change at once. If the last change was not saved, shows the
 * list that was saved last: an earlier change that failed is part of those after it, so only the last outcome counts. Resolves to whether
 * it was saved.
 */
export function savedInOrder<List>(
  stored: List,
  show: (list: List) => void,
  send: (list: List) => Promise<unknown>,
): (next: List) => Promise<boolean> {
  let saved = stored
  let last = 0
  return async (next) => {
    const turn = ++last
    show(next)
    try {
      await send(next)
      saved = next
      return true
    } catch {
      if (turn === last) show(saved)
      return false
    }
  }
}
