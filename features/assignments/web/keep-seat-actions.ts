import type { QueryClient } from '@tanstack/react-query'

/** Loads and starts what keeps a student's actions and next shifts while there is no connection; resolves to how to stop it. */
export const keepSeatActions = (
  client: QueryClient,
  person: string,
  load: (path: string) => void,
): Promise<() => void> => import('./mutations.ts').then((file) => file.keepSeatActions(client, person, load))
