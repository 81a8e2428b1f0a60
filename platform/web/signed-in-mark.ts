const MARK = 'placewell:just-signed-in'

/** Notes in this tab that the next page is the first after signing in; a browser that keeps nothing keeps no note. */
export function markSignIn(): void {
  try {
    sessionStorage.setItem(MARK, '1')
  } catch {
    // Storage is full or forbidden: the first page asks for what it needs itself.
  }
}

/** Is this the first page after signing in? True once for each sign-in. */
export function takeSignInMark(storage: Pick<Storage, 'getItem' | 'removeItem'> = sessionStorage): boolean {
  const isMarked = storage.getItem(MARK) !== null
  if (isMarked) storage.removeItem(MARK)
  return isMarked
}
