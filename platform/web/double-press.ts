import { type Mutation, type MutationCache, replaceEqualDeep } from '@tanstack/react-query'

type AnyMutation = Mutation<unknown, Error, unknown, unknown>

const pressOf = ({ options, state }: AnyMutation) => [options.mutationKey, state.variables]

/**
 * The second press of a double click: the same action with the same values while the first is under way, before the button is
 * rendered as busy. It is not sent; it gets the answer of the first. Without a `mutationKey` two presses cannot be known as the same.
 */
export function joinFirstPress(mutation: AnyMutation, cache: MutationCache): void {
  const { mutationKey } = mutation.options
  // The last one alone: after another choice the first one is a press of its own again.
  const first = cache.getAll().findLast((one) => one !== mutation)
  // What waits for a connection may wait twice: it is marked on screen, and can be taken back.
  if (!mutationKey || first?.state.status !== 'pending' || first.state.isPaused) return
  // Equal in what was made for each press; a file only where it is the same one.
  const press = pressOf(first)
  if (replaceEqualDeep(press, pressOf(mutation)) !== press) return
  // What is done and said of the outcome, the first press does and says.
  mutation.options = { mutationFn: () => first.continue(), mutationKey, meta: { quiet: true } }
  // Rendered again, the button would bring its own options back.
  mutation.setOptions = () => {}
}
