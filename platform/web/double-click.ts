import { type Mutation, type MutationCache, replaceEqualDeep } from '@tanstack/react-query'

type AnyMutation = Mutation<unknown, Error, unknown, unknown>

const pressOf = ({ options, state }: AnyMutation) => [options.mutationKey, state.variables]

/**
 * Handles the second press of a double click: the same action with the same values while the first runs, before the button is rendered as
 * busy. It is not sent; it gets the result of the first. Without a `mutationKey`, two presses cannot be recognized as the same.
 */
export function joinDoubleClick(mutation: AnyMutation, cache: MutationCache): void {
  const { mutationKey } = mutation.options
  // Only the last one: after a different choice, the first one again is a new press.
  const first = cache.getAll().findLast((one) => one !== mutation)
  // Actions that wait for a connection may wait twice: they are shown on screen and can be canceled.
  if (!mutationKey || first?.state.status !== 'pending' || first.state.isPaused) return
  // Equal in everything but the per-press key; a file only if it is the same object.
  const press = pressOf(first)
  if (replaceEqualDeep(press, pressOf(mutation)) !== press) return
  // The first press handles and announces the result.
  mutation.options = { mutationFn: () => first.continue(), mutationKey, meta: { quiet: true } }
  // A new render would restore the button's own options.
  mutation.setOptions = () => {}
}
