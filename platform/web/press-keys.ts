const keys = new WeakMap<object, string>()

/** A new key for one press of a button: whatever is retried of it later carries the same one. */
export function beginPress(variables: unknown): void {
  if (namesVersions(variables)) keys.set(variables, crypto.randomUUID())
}

/** The input of a call with the key of its press; as it is when it has one already, or names no version it saw (decision 035). */
export function withPressKey<Input>(input: Input): Input {
  const key = namesVersions(input) ? keys.get(input) : undefined
  return key === undefined ? input : { idempotency_key: key, ...input }
}

/** Is it a command on what someone looked at: one row with its version, or several? */
function namesVersions(input: unknown): input is object {
  if (typeof input !== 'object' || input === null) return false
  if ('version' in input) return true
  return Object.values(input).some(
    (value) =>
      Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && 'version' in value[0],
  )
}
