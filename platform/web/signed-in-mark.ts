const MARK = 'placewell:just-signed-in'

/** Notes in this tab that the next page is the first after signing in; does nothing without storage. */
export function markSignIn(): void {
  try {
    sessionStorage.setItem(MARK, '1')
  } catch {
    // Storage is full or forbidden: the first page fetches its own data.
  }
}

/** True if this is the first page after signing in; true only once for each sign-in. */
export function consumeSignInMark(
  storage: Pick<Storage, 'getItem' | 'removeItem'> = sessionStorage,
): boolean {
  const isMarked = storage.getItem(MARK) !== null
  if (isMarked) storage.removeItem(MARK)
  return isMarked
}
