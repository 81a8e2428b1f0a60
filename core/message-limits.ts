/** At most this many shifts, cohorts or units can be chosen for one message. */
export const MOST_CHOSEN = 200
