/**
 * Saves a list with each change and shows it at once. Each save waits for the one before and is sent with the list that it replaces, so
 * that the server can refuse it if that has changed elsewhere. If the last change was not saved, shows the list that was saved last: an
 * earlier change that failed is part of those after it, so only the last outcome counts. `save` resolves to whether it was saved;
 * `adopt` shows a list that was saved elsewhere, as soon as no change is under way.
 */
export function savedInOrder<List>(
  stored: List,
  show: (list: List) => void,
  send: (list: List, seen: List) => Promise<unknown>,
) {
  let saved = stored
  let elsewhere: List | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const trySave = async (list: List) => {
    try {
      await send(list, saved)
      saved = list
      elsewhere = undefined
      return true
    } catch {
      // Those that wait were made without seeing the other list either.
      if (waiting === 1) show((saved = elsewhere ?? saved))
      return false
    } finally {
      waiting--
    }
  }
  return {
    save: (list: List): Promise<boolean> => {
      waiting++
      show(list)
      const own = last.then(() => trySave(list))
      last = own
      return own
    },
    adopt: (list: List): void => {
      if (waiting > 0) elsewhere = list
      else show((saved = list))
    },
  }
}
