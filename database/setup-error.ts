/** A database can't be set up; the message is one line that says what to do. */
export class SetupError extends Error {
  override name = 'SetupError'
}
