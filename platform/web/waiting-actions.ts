// Separate from offline-queue.ts, because every page shows what waits, and only some can send it.
import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query'
import { unmarkQueued, wasQueued } from './offline-storage.ts'

export type AnyMutation = Mutation<unknown, Error, unknown, unknown>

/** True for an action that was pressed without a connection, until the server has answered. */
export const isWaiting = ({ state, meta }: AnyMutation): boolean =>
  state.status === 'pending' && meta?.waits !== undefined && (state.isPaused || wasQueued(state.variables))

/** An action that waits for a connection: its name, its variables, and a way to cancel it. */
export type OfflineAction = { label: string; variables: unknown; cancel: (client: QueryClient) => void }

/** Takes a waiting action off the device. */
export function cancelQueued(client: QueryClient, mutation: AnyMutation): void {
  unmarkQueued(mutation.state.variables as object)
  client.getMutationCache().remove(mutation)
}

/** The actions that wait for a connection, oldest first. */
export function useOfflineQueue(): OfflineAction[] {
  return useMutationState({
    filters: { predicate: (mutation) => isWaiting(mutation as AnyMutation) },
    select: (found): OfflineAction => {
      const mutation = found as AnyMutation
      const { variables } = mutation.state
      return {
        label: mutation.meta?.waits?.(variables as never) ?? '',
        variables,
        cancel: (client) => cancelQueued(client, mutation),
      }
    },
  })
}
