const keys = new WeakMap<object, string>()

/** Creates a key for one press of a button; every retry carries the same key. */
export function createIdempotencyKey(variables: unknown): void {
  if (namesVersions(variables)) keys.set(variables, crypto.randomUUID())
}

/** The input of a call with the key of its press; unchanged if it already has one, or contains no version (decision 035). */
export function withIdempotencyKey<Input>(input: Input): Input {
  const key = namesVersions(input) ? keys.get(input) : undefined
  return key === undefined ? input : { idempotency_key: key, ...input }
}

/** True for a command on what someone looked at: one row with its version, or several. */
function namesVersions(input: unknown): input is object {
  if (typeof input !== 'object' || input === null) return false
  if ('version' in input) return true
  return Object.values(input).some(
    (value) =>
      Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && 'version' in value[0],
  )
}
