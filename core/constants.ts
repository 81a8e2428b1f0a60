const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Every business constant and limit of Spec §9, in the order of its table. A name ends in its unit; without one, the value is a count. */
export const constants = {
  /** Session lifetime, session write throttle, user cache (§9; the first two act in app.read_session). */
  session: { lifetimeMs: 24 * hour, writeThrottleMs: 5_000, userCacheMs: 5 * minute },
  /** Verification link expiry, reset link expiry (§9, §4). */
  links: { verificationMs: 24 * hour, resetMs: 1 * hour },
  /** Trial (§9, §4 Subscription). */
  trial: { days: 30 },
  /** Password hash, cost 12 (§9, §5). */
  passwordHash: { cost: 12 },
  /** Stale times of what is prefetched on sign-in; available shifts load 50 at a time (§9, §7). */
  prefetch: {
    studentShiftsStaleMs: 3 * minute,
    filterDataStaleMs: 15 * minute,
    availableShiftsStaleMs: 2 * minute,
    availableShiftsLimit: 50,
    progressStaleMs: 5 * minute,
  },
  /** Service cache: time to live, size, and the size its configuration names (§9). */
  serviceCache: { ttlMs: 5 * minute, maxSize: 50, configuredMaxSize: 100 },
  /** Rate limits: background tasks, maintenance and config updates; config default (§9). */
  rateLimits: {
    tasks: { requests: 30, windowMs: 60 * second },
    standard: { requests: 100, windowMs: 60 * second },
  },
  /** Retries, timeouts and the health check of calls to services (§9). */
  services: {
    retries: 3,
    retryDelayMs: 1_000,
    timeoutMs: 30 * second,
    uploadTimeoutMs: 120 * second,
    healthCheckMs: 5 * minute,
  },
  /** Semesters query: 3 retries, 1 s delay, stale 5 min (§9). */
  semesters: { retries: 3, retryDelayMs: 1_000, staleMs: 5 * minute },
  /** Notification list limit, unread count poll, badge cap (9+ above 9), data stale time (§9, §2, §7). */
  notifications: { listLimit: 50, unreadPollMs: 30 * second, badgeCap: 9, staleMs: 5 * minute },
  /** Cache retention, refetching, query and mutation retries of every other query (§9). */
  queries: {
    retentionMs: 10 * minute,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    retries: 2,
    firstRetryDelayMs: 1_000,
    maxRetryDelayMs: 10_000,
    mutationRetries: 1,
  },
  /** Initials: at most 2 characters (§9, §2). */
  initials: { maxLength: 2 },
  /** The basic toast hook: 1 visible toast, removal delay (§9). */
  basicToast: { visible: 1, removalDelayMs: 1_000_000 },
  /** The second toast library: 3 visible, 4000 ms, 356 px wide, 14 px apart (§9). */
  toasts: { visible: 3, durationMs: 4_000, widthPx: 356, gapPx: 14 },
  /** Tooltips: delay, skip delay (§9). */
  tooltips: { delayMs: 700, skipDelayMs: 300 },
  /** Realtime default timeout (§9). */
  realtime: { timeoutMs: 10_000 },
} as const
