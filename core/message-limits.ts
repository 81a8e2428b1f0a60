/** At most this many shifts, cohorts or units can be chosen for one message. */
export const MAX_CHOSEN = 200
