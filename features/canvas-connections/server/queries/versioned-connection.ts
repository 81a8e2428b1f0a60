import type { Versioned } from '#platform/server/version-conflict.ts'
import { authLabels } from '../../messages.ts'

/** The fields of a connection for comparing versions; never what signs in. */
export const versionedConnection: Versioned = {
  what: 'connection',
  labels: {
    base_url: 'Canvas address',
    account: 'Canvas account',
    auth: 'Sign in with',
    client_id: 'Client ID',
    reads_daily: 'Read the roster every day',
  },
  words: { auth: authLabels },
  entity: 'canvas_connections',
}
