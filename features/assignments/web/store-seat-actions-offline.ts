import type { QueryClient } from '@tanstack/react-query'

/** Loads and starts the offline storage of a student's actions and next shifts; resolves to a function that stops it. */
export const storeSeatActionsOffline = (
  client: QueryClient,
  person: string,
  load: (path: string) => void,
): Promise<() => void> =>
  import('./mutations.ts').then((file) => file.storeSeatActionsOffline(client, person, load))
