import { hashKey, type Mutation, type MutationCache } from '@tanstack/react-query'

type AnyMutation = Mutation<unknown, Error, unknown, unknown>

const twins = new WeakSet<object>()

/**
 * The second press of a double click: the same action with the same values while the first is under way, before the button is
 * rendered as busy. It is not sent; it ends as the first does. Without a `mutationKey` two presses cannot be known as the same.
 */
export function joinFirstPress(mutation: AnyMutation, cache: MutationCache): void {
  // The last one alone: after another choice the first one is a press of its own again.
  const first = cache
    .getAll()
    .filter((one) => one !== mutation)
    .at(-1)
  if (!first || !isSame(first, mutation)) return
  twins.add(mutation)
  // What its button does about the outcome, the first press does. A copy: the button's own options stay for its next press.
  const {
    onMutate: _before,
    onSuccess: _then,
    onError: _else,
    onSettled: _after,
    ...options
  } = mutation.options
  mutation.options = { ...options, mutationFn: () => endOf(first, cache) }
  // Rendered again, the button would bring them back.
  mutation.setOptions = () => {}
}

/** Did the mutation send nothing, as the second press of a double click? Then the first says what happened. */
export const isSecondPress = (mutation: object): boolean => twins.has(mutation)

function isSame(one: AnyMutation, other: AnyMutation): boolean {
  const key = one.options.mutationKey
  return (
    key !== undefined &&
    one.state.status === 'pending' &&
    // What waits for a connection may wait twice: it is marked on screen, and can be taken back.
    !one.state.isPaused &&
    hashKey(key) === hashKey(other.options.mutationKey ?? []) &&
    isSameInput(one.state.variables, other.state.variables)
  )
}

/** The same values, though each press makes its own object; files only where they are the same file. */
function isSameInput(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSameInput(one[key], other[key]))
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

function endOf(mutation: AnyMutation, cache: MutationCache): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const { status, data, error } = mutation.state
      if (status === 'success') resolve(data)
      else if (status === 'error') reject(error)
      return status === 'success' || status === 'error'
    }
    if (look()) return
    const stop = cache.subscribe((event) => {
      if (event.mutation === mutation && look()) stop()
    })
  })
}
